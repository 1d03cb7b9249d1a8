// Properties of a force between objects, known before anything is made: over which range it acts and between
// which kinds, how stiff it is, what it adds to tables and to `ibsim check`, and who makes it. A model has a
// list of these (pair_forces.hpp). Step limits, the lists of ranks, check and tables read the list and name
// no force.
#pragma once

#include "mechanics/stiffness.hpp"
#include "parallel/backend.hpp"
#include "parallel/stream.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ibsim {

struct FlowModel;
struct ObjectKind;
struct PairMeasures;
template <class B>
class PairForce;
template <class B>
struct PairSurroundings;

/// Makes a force on either backend (pair_force_maker.hpp).
struct PairForceMaker {
  std::function<std::unique_ptr<PairForce<Cpu>>(const Stream<Cpu>&, const PairSurroundings<Cpu>&)> cpu;
  std::function<std::unique_ptr<PairForce<Cuda>>(const Stream<Cuda>&, const PairSurroundings<Cuda>&)> cuda;
};

/// A column of run.csv.
struct PairColumn {
  std::string name, unit;
  std::function<real(const PairMeasures&)> value; ///< of this force
};

/// What a force asks of the search for neighbours that forces share (mechanics/neighbour_search.hpp), um.
struct SearchNeeds {
  real points = 0; ///< points lie 2.5 times closer than this; 0: the force does not use the search
  real within = 0; ///< range between parts of one object; 0: objects do not feel themselves
};

struct PairForceSpec {
  std::string name; ///< in messages and limits, "contact"
  real range = 0;   ///< sites of two objects that are farther apart feel nothing, um
  SearchNeeds search;
  /// Whether objects of these kinds feel each other. It is symmetric.
  std::function<bool(const ObjectKind&, const ObjectKind&)> acts_between;
  Stiffness at_rest; ///< of two objects, at the distance where it is stiffest
  std::vector<PairColumn> columns;
  std::function<std::vector<std::string>(const FlowModel&)> lines; ///< of `ibsim check`; empty: none
  PairForceMaker make;
};

} // namespace ibsim

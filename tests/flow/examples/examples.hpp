// Extensions of docs/extending.md, each in one small file of this folder: a law, a force term with a state of
// its own, one of several passes, forces between structures, and a surface that is no sphere.
#pragma once

#include "examples/fung.hpp"
#include "mechanics/pair_force.hpp"
#include "objects/pair_force_maker.hpp"
#include "state/term_maker.hpp"

#include <memory>

namespace ibsim {

/// The law of fung.hpp as a force term.
template <class B>
std::unique_ptr<PassingTerm<B>> make_fung(const Fung&);

/// anchor_springs.kernels.cpp. @param anchors at the start, one a sample site: all x, all y, all z, um
/// @param stiffness pg/(um^2 us^2) @param relaxation us: time in which the anchors follow the membrane; 0:
/// never
template <class B>
std::unique_ptr<SampleTerm<B>> make_anchor_springs(std::vector<real> anchors, real stiffness,
                                                   real relaxation = 0);

/// thin_plate.kernels.cpp. @param kind with operators at the data sites @param modulus kappa, pg um^2/us^2
template <class B>
std::unique_ptr<DataTerm<B>> make_thin_plate(const Stream<B>&, const SurfaceKind& kind, int objects,
                                             real modulus);

/// spring_pairs.kernels.cpp: object `first` and object `second`, {structure, object} each, of the same number
/// of sites.
/// @param stiffness pg/us^2
struct ObjectOfStructure {
  std::size_t structure;
  int object;
};
template <class B>
std::unique_ptr<PairForce<B>> make_spring_pairs(ObjectOfStructure first, ObjectOfStructure second,
                                                real stiffness);

/// centre_springs.kernels.cpp: the specification of a force, for FlowModel::pair_forces.
/// @param stiffness pg/us^2 @param range um
PairForceSpec centre_springs(real stiffness, real range);
template <class B>
std::unique_ptr<PairForce<B>> make_centre_springs(real stiffness, real range, const Grid& box, Index objects);

/// random_kicks.kernels.cpp: the specification of a term of all closed objects, for FlowModel::terms.
/// @param size of each component of a kick at most, pg um/us^2
TermSpec random_kicks(real size, std::uint32_t seed);
/// @param numbers of the objects among all
template <class B>
std::unique_ptr<SampleTerm<B>> make_random_kicks(real size, std::uint32_t seed, std::vector<Index> numbers);

/// flat_sheet.cpp: a sheet in a plane of constant y that fills the box, n x n data sites and m x m sample
/// sites.
/// @param periods its lengths in x and z, um
SurfaceKind make_flat_sheet(real period_x, real period_z, int n, int m);

} // namespace ibsim

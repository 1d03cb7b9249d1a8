// The columns of run.csv: one row of the whole simulation a time.
#pragma once

#include "diagnostics/diagnostic.hpp"
#include "diagnostics/fluid_diagnostics.hpp"
#include "diagnostics/plane_diagnostics.hpp"
#include "simulation/simulation.hpp"

#include <optional>

namespace ibsim {

struct FlowModel;

/// The present state of a simulation, for the diagnostics of one row: what several of them need is found
/// once.
class PresentState {
 public:
  explicit PresentState(Simulation& of) : simulation(of) {}
  const FluidDiagnostics& fluid();
  const FieldsAtCells& fields();

  Simulation& simulation;

 private:
  std::optional<FluidDiagnostics> fluid_;
  std::optional<FieldsAtCells> fields_;
};

/// All of them, in the order of the columns. They wait for the stream.
std::vector<Diagnostic<PresentState>> run_diagnostics(const FlowModel&);

/// The titles of their columns.
std::vector<std::string> run_titles(const FlowModel&);

} // namespace ibsim

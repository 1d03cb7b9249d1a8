#include "flow_run/run_outputs.hpp"

#include "flow_run/bond_events_reporter.hpp"
#include "flow_run/bond_lines_reporter.hpp"
#include "flow_run/bonds_reporter.hpp"
#include "flow_run/cells_reporter.hpp"
#include "flow_run/fluid_reporter.hpp"
#include "flow_run/profiles_reporter.hpp"
#include "flow_run/stations_reporter.hpp"
#include "flow_run/wall_reporter.hpp"
#include "model/flow_model.hpp"
#include "objects/bond_walls.hpp"

#include <chrono>

namespace ibsim {

RunOutputs::RunOutputs(const FlowModel& model, const TimeSettings& time, const OutputPlan& plan,
                       const std::vector<SurfaceKind>& kinds, const Checkpoint* from,
                       MakeLivePictures live_pictures) {
  const OutputContext context{model, time, plan, kinds, from, writer_};
  auto tables = std::make_unique<TableReporter>(context);
  tables_ = tables.get();
  outputs_.push_back(std::move(tables));
  if (measures_stations(model)) outputs_.push_back(std::make_unique<StationsReporter>(context));
  if (plan.profiles) outputs_.push_back(std::make_unique<ProfilesReporter>(context));
  if (has_adhesion(model)) outputs_.push_back(std::make_unique<BondsReporter>(context));
  if (has_bond_events(model)) outputs_.push_back(std::make_unique<BondEventsReporter>(context));
  if (has_adhesion(model) && plan.cells) outputs_.push_back(std::make_unique<BondLinesReporter>(context));
  if (plan.fluid) outputs_.push_back(std::make_unique<FluidReporter>(context));
  if (plan.wall && model.has_vessel()) outputs_.push_back(std::make_unique<WallReporter>(context));
  if (plan.pictures.wanted && !kinds.empty() && live_pictures)
    pictures_ = std::make_unique<PicturesReporter>(model, time, plan, kinds, live_pictures);
  // After all who need the derivatives come those whose products take their place: velocities of frames, and
  // positions of pictures that need nothing else.
  const bool from_derivatives = pictures_ && plan.pictures.look == PictureLook::data,
             has_cells = plan.cells && !kinds.empty();
  if (has_cells) outputs_.push_back(std::make_unique<CellsReporter>(context));

  std::vector<OutputReporter*> all;
  for (const auto& output : outputs_) all.push_back(output.get());
  checkpoint_ = std::make_unique<CheckpointReporter>(context, all, tables_->cell_angles());

  for (const auto& output : outputs_) timed_.push_back(std::make_unique<Timed>(*output));
  if (pictures_)
    timed_.insert(timed_.end() - (from_derivatives && has_cells ? 1 : 0),
                  std::make_unique<Timed>(*pictures_));
  if (checkpoint_->wanted()) timed_.push_back(std::make_unique<Timed>(*checkpoint_));
}

void RunOutputs::Timed::report(Simulation& simulation) {
  const auto begin = std::chrono::steady_clock::now();
  of.report(simulation);
  seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

std::vector<Reporter*> RunOutputs::reporters() {
  std::vector<Reporter*> reporters;
  for (const auto& timed : timed_) reporters.push_back(timed.get());
  return reporters;
}

std::vector<RunOutputs::Waited> RunOutputs::waited() const {
  std::vector<Waited> waited;
  for (const auto& timed : timed_) waited.push_back({timed->name(), timed->seconds});
  return waited;
}

void RunOutputs::finish() {
  for (const auto& output : outputs_) writer_.add([&output] { output->settle(); });
  writer_.wait();
  if (pictures_) pictures_->finish();
}

} // namespace ibsim

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
#include "parallel/with_cuda.hpp"

#include <chrono>

namespace ibsim {

template <class B>
RunOutputs<B>::RunOutputs(const Stream<B>& stream, const FlowModel& model, const TimeSettings& time,
                          const OutputPlan& plan, const std::vector<SurfaceKind>& kinds,
                          const Checkpoint* from, MakeLivePictures live_pictures) {
  const OutputContext<B> context{stream, model, time, plan, kinds, from, writer_};
  auto tables = std::make_unique<TableReporter<B>>(context);
  tables_ = tables.get();
  outputs_.push_back(std::move(tables));
  if (measures_stations(model)) outputs_.push_back(std::make_unique<StationsReporter<B>>(context));
  if (plan.profiles) outputs_.push_back(std::make_unique<ProfilesReporter<B>>(context));
  if (has_adhesion(model)) outputs_.push_back(std::make_unique<BondsReporter<B>>(context));
  if (has_bond_events(model)) outputs_.push_back(std::make_unique<BondEventsReporter<B>>(context));
  if (has_adhesion(model) && plan.cells) outputs_.push_back(std::make_unique<BondLinesReporter<B>>(context));
  if (plan.fluid) outputs_.push_back(std::make_unique<FluidReporter<B>>(context));
  if (plan.wall && model.has_vessel()) outputs_.push_back(std::make_unique<WallReporter<B>>(context));
  if (plan.pictures.wanted && !kinds.empty() && live_pictures)
    pictures_ = std::make_unique<PicturesReporter<B>>(model, time, plan, kinds, live_pictures);
  // After all who need the derivatives come those whose products take their place: velocities of frames, and
  // positions of pictures that need nothing else.
  const bool from_derivatives = pictures_ && plan.pictures.look == PictureLook::data,
             has_cells = plan.cells && !kinds.empty();
  if (has_cells) outputs_.push_back(std::make_unique<CellsReporter<B>>(context));

  std::vector<OutputReporter<B>*> all;
  for (const auto& output : outputs_) all.push_back(output.get());
  checkpoint_ = std::make_unique<CheckpointReporter<B>>(context, all, tables_->cell_angles());

  for (const auto& output : outputs_) timed_.push_back(std::make_unique<Timed>(*output));
  if (pictures_)
    timed_.insert(timed_.end() - (from_derivatives && has_cells ? 1 : 0),
                  std::make_unique<Timed>(*pictures_));
  if (checkpoint_->wanted()) timed_.push_back(std::make_unique<Timed>(*checkpoint_));
}

template <class B>
void RunOutputs<B>::Timed::report(Simulation<B>& simulation) {
  const auto begin = std::chrono::steady_clock::now();
  of.report(simulation);
  seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

template <class B>
std::vector<Reporter<B>*> RunOutputs<B>::reporters() {
  std::vector<Reporter<B>*> reporters;
  for (const auto& timed : timed_) reporters.push_back(timed.get());
  return reporters;
}

template <class B>
std::vector<typename RunOutputs<B>::Waited> RunOutputs<B>::waited() const {
  std::vector<Waited> waited;
  for (const auto& timed : timed_) waited.push_back({timed->name(), timed->seconds});
  return waited;
}

template <class B>
void RunOutputs<B>::finish() {
  for (const auto& output : outputs_) writer_.add([&output] { output->settle(); });
  writer_.wait();
  if (pictures_) pictures_->finish();
}

template class RunOutputs<Cpu>;
#if defined(IBSIM_WITH_CUDA)
template class RunOutputs<Cuda>;
#endif

} // namespace ibsim

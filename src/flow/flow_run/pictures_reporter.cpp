#include "flow_run/pictures_reporter.hpp"

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "files/run_folder.hpp"
#include "limits/time_plan.hpp"
#include "model/scenario.hpp"
#include "parallel/cores.hpp"

#include <chrono>
#include <cmath>

namespace ibsim {
namespace {

constexpr int snapshots_at_a_time = 4; // one is drawn, the others wait
constexpr double share = 0.02;         // of the card's time, for all pictures
constexpr double at_once = 0.05;       // s of it that they may have before: so short runs have theirs

double seconds_since(std::chrono::steady_clock::time_point t) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - t).count();
}

LivePictures::Fixed fixed(const FlowModel& model, const std::vector<SurfaceKind>& kinds) {
  const SurfaceMesh mesh = surface_mesh(model, kinds);
  LivePictures::Fixed out{{}, mesh.object, mesh.kind};
  for (const Vec3<int>& t : mesh.triangles)
    for (const int corner : {t.x, t.y, t.z}) out.triangles.push_back(static_cast<std::uint32_t>(corner));
  return out;
}

} // namespace

PicturesReporter::PicturesReporter(const FlowModel& model, const TimeSettings& time, const OutputPlan& output,
                                   const std::vector<SurfaceKind>& kinds, MakeLivePictures make)
    : schedule_{intervals_between(time, output, output.pictures.every)}, every_(output.pictures.every),
      end_(time.end) {
  try {
    LivePictures::Fixed surfaces = fixed(model, kinds);
    const PictureLook look = output.pictures.look;
    snapshots_ = std::make_unique<SurfaceSnapshots>(surfaces.object.size(), look == PictureLook::data,
                                                    snapshots_at_a_time);
    for (int slot = 0; slot < snapshots_at_a_time; ++slot) free_slots_.push_back(slot);
    pictures_ = make(output.folder, run_files(output.folder).scenario, std::move(surfaces), look);
  } catch (const Error& e) {
    gave_up_ = true;
    log::warning(std::string("output.pictures: ") + e.what());
    return;
  }
  thread_ = std::thread([this] { work(); });
}

PicturesReporter::~PicturesReporter() {
  {
    const std::lock_guard lock(mutex_);
    finish_ = true;
    if (jobs_.size() > 1) jobs_.resize(1); // the run has failed: what waits is not drawn
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

/// Whether one more picture would take more of the card than it may; the others are as dear as those before.
bool PicturesReporter::too_dear(bool on_cuda) const {
  if (!on_cuda || drawn_ == 0) return false;
  const double each = from_steps_ / static_cast<double>(drawn_);
  return from_steps_ + each * static_cast<double>(jobs_.size() + 1) > at_once + share * seconds_since(start_);
}

void PicturesReporter::report(Simulation& simulation) {
  int slot = 0;
  {
    const std::lock_guard lock(mutex_);
    if (gave_up_) return;
    const bool last = simulation.time() >= end_ * (1 - 1e-9);
    if (free_slots_.empty() || (!last && too_dear(simulation.on_cuda()))) {
      ++left_out_;
      return;
    }
    slot = free_slots_.back();
    free_slots_.pop_back();
  }
  const auto begin = std::chrono::steady_clock::now();
  try {
    snapshots_->take(simulation, slot);
  } catch (const ResourceError& e) { // the run is worth more than its pictures
    give_up(e.what());
    return;
  }
  const double intervals = every_ > 0 ? simulation.time() / every_ : simulation.time() > 0 ? 1 : 0;
  {
    const std::lock_guard lock(mutex_);
    from_steps_ += seconds_since(begin);
    jobs_.push_back(
        {static_cast<std::size_t>(std::llround(std::ceil(intervals - 1e-6))), simulation.time(), slot});
  }
  changed_.notify_all();
}

void PicturesReporter::give_up(const std::string& wrong) {
  const std::lock_guard lock(mutex_);
  gave_up_ = true;
  log::warning("output.pictures: " + wrong + "; the run continues without");
}

void PicturesReporter::work() {
  leave_cores_to_others();
  const auto attempt = [&](auto what) {
    std::string wrong;
    try {
      what();
    } catch (const std::exception& e) {
      wrong = e.what();
    }
    if (!wrong.empty()) give_up(wrong);
  };
  attempt([&] { pictures_->start(); });
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return finish_ || !jobs_.empty(); });
    if (jobs_.empty()) break;
    if (!gave_up_) {
      const Job job = jobs_.front();
      lock.unlock();
      attempt([&] {
        const auto seen = snapshots_->arrived(job.slot);
        const double took = pictures_->draw({job.time, seen.positions, seen.tension_1}, job.number);
        const std::lock_guard counting(mutex_);
        from_steps_ += took / 2, ++drawn_; // meanwhile the steps had every other turn
      });
      lock.lock();
    }
    free_slots_.push_back(jobs_.front().slot);
    if (jobs_.size() == 1 && !gave_up_) { // nothing waits: time until the disk has what was drawn
      lock.unlock();
      attempt([&] { pictures_->settle(); });
      lock.lock();
    }
    jobs_.pop_front();
    changed_.notify_all();
  }
  lock.unlock();
  pictures_.reset(); // its context belongs to this thread
}

void PicturesReporter::finish() {
  std::unique_lock lock(mutex_);
  const auto last_step = std::chrono::steady_clock::now();
  changed_.wait(lock, [&] { return jobs_.empty(); });
  const double waited = seconds_since(last_step);
  if (constexpr double worth_telling = 0.02; waited > worth_telling && !gave_up_)
    log::info(text("the last picture was there %.2g s after the last step", waited));
  if (left_out_ > 0 && !gave_up_)
    log::info(text("%zu of %zu pictures were left out, because they would have delayed the run; ibsim render "
                   "draws frames afterwards",
                   left_out_, left_out_ + drawn_));
  if (drawn_ > 0)
    log::debug(text("%zu pictures took %.3g ms of the run's time each", drawn_,
                    1e3 * from_steps_ / static_cast<double>(drawn_)));
  left_out_ = 0;
}

} // namespace ibsim

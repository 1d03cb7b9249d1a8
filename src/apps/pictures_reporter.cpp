#include "apps/pictures_reporter.hpp"

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "io/run_folder.hpp"
#include "simulation/time_plan.hpp"

#include <cmath>

namespace ibsim {
namespace {

constexpr std::size_t most_waiting = 3; // frames of surfaces in memory

view::LivePictures::Fixed fixed(const Scenario& scenario, const std::vector<SurfaceKind>& kinds) {
  const SurfaceMesh mesh = surface_mesh(scenario, kinds);
  view::LivePictures::Fixed out{{}, mesh.object, mesh.kind};
  for (const Vec3<int>& t : mesh.triangles)
    for (const int corner : {t.x, t.y, t.z}) out.triangles.push_back(static_cast<std::uint32_t>(corner));
  return out;
}

} // namespace

template <class B>
PicturesReporter<B>::PicturesReporter(const Scenario& scenario, const std::vector<SurfaceKind>& kinds)
    : schedule_{intervals_between(scenario, scenario.output.pictures.every)},
      every_(scenario.output.pictures.every), end_(scenario.time.end) {
  try {
    pictures_ = std::make_unique<view::LivePictures>(
        scenario.output.folder, run_files(scenario.output.folder).scenario, fixed(scenario, kinds),
        static_cast<view::Look>(scenario.output.pictures.look));
  } catch (const Error& e) {
    gave_up_ = true;
    log::warning(std::string("output.pictures: ") + e.what());
    return;
  }
  thread_ = std::thread([this] { work(); });
}

template <class B>
PicturesReporter<B>::~PicturesReporter() {
  {
    const std::lock_guard lock(mutex_);
    finish_ = true;
    if (jobs_.size() > 1) jobs_.resize(1); // the run has failed: what waits is not drawn
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

template <class B>
void PicturesReporter<B>::report(Simulation<B>& simulation) {
  {
    const std::lock_guard lock(mutex_);
    if (gave_up_) return;
    if (jobs_.size() > most_waiting) {
      ++left_out_;
      return;
    }
  }
  SurfaceFrame frame = surface_frame(simulation);
  const double intervals = every_ > 0 ? simulation.time() / every_ : simulation.time() > 0 ? 1 : 0;
  Job job{static_cast<std::size_t>(std::llround(std::ceil(intervals - 1e-6))),
          {simulation.time(), std::move(frame.positions), {}, std::move(frame.tension_1), {}}};
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
  }
  changed_.notify_all();
}

template <class B>
void PicturesReporter<B>::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return finish_ || !jobs_.empty(); });
    if (jobs_.empty()) break;
    if (!gave_up_) {
      const Job job = std::move(jobs_.front());
      lock.unlock();
      std::string wrong;
      try {
        pictures_->draw(job.surfaces, job.number);
      } catch (const std::exception& e) {
        wrong = e.what();
      }
      lock.lock();
      if (!wrong.empty()) {
        gave_up_ = true;
        log::warning("output.pictures: " + wrong + "; the run goes on without");
      }
    }
    jobs_.pop_front();
    changed_.notify_all();
  }
  lock.unlock();
  pictures_.reset(); // its context belongs to this thread
}

template <class B>
void PicturesReporter<B>::finish() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return jobs_.empty(); });
  if (left_out_ > 0 && !gave_up_)
    log::info(text("%zu pictures were left out, as drawing took longer than computing; ibsim render draws "
                   "frames afterwards",
                   left_out_));
  left_out_ = 0;
}

template class PicturesReporter<Cpu>;
#if defined(IBSIM_WITH_CUDA)
template class PicturesReporter<Cuda>;
#endif

} // namespace ibsim

// Pictures while a run goes on (output.pictures), drawn by a thread of its own from what the surfaces are at
// the end of a step. The run never waits for it: where drawing takes longer than computing, pictures are left
// out. Nothing here changes a bit of the state.
#pragma once

#include "apps/cell_output.hpp"
#include "simulation/reporter.hpp"
#include "view/view.hpp"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace ibsim {

template <class B>
class PicturesReporter : public Reporter<B> {
 public:
  /// Where nothing can be drawn the run goes on without, with a warning.
  PicturesReporter(const Scenario&, const std::vector<SurfaceKind>&);
  ~PicturesReporter() override;
  std::string name() const override { return "pictures"; }
  bool due(const Moment& moment) const override { return schedule_.due(moment); }
  void report(Simulation<B>&) override;
  /// Waits for the pictures that are being drawn, and says how many were left out.
  void finish();

 private:
  struct Job {
    std::size_t number;
    view::LivePictures::Surfaces surfaces;
  };
  void work();

  Schedule schedule_;
  real every_, end_;
  std::unique_ptr<view::LivePictures> pictures_; ///< used by the thread alone; none after an error
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> jobs_; ///< the first is the one at work
  std::size_t left_out_ = 0;
  bool gave_up_ = false, finish_ = false;
  std::thread thread_;
};

} // namespace ibsim

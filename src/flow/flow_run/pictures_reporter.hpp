// Pictures while a run goes on (output.pictures), drawn by a thread of its own from what the surfaces are at
// the end of a step. The run never waits for it: surfaces are copied while steps go on, and where drawing
// takes longer than computing, pictures are left out. Nothing here changes a bit of the state.
//
// A card that computes and draws does one after the other in turns, so what drawing takes the steps lose. On
// CUDA pictures are therefore left out too where all of them would take more than 2 % of the run's time.
#pragma once

#include "flow_run/surface_snapshots.hpp"
#include "flow_run/surface_writer.hpp"
#include "program/live_pictures.hpp"
#include "simulation/reporter.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace ibsim {

struct TimeSettings;

class PicturesReporter : public Reporter {
 public:
  /// Where nothing can be drawn the run goes on without, with a warning.
  PicturesReporter(const FlowModel&, const TimeSettings&, const OutputPlan&, const std::vector<SurfaceKind>&,
                   MakeLivePictures);
  ~PicturesReporter() override;
  std::string name() const override { return "pictures"; }
  bool due(const Moment& moment) const override { return schedule_.due(moment); }
  void report(Simulation&) override;
  /// Waits for the pictures that are being drawn, and says how many were left out.
  void finish();

 private:
  struct Job {
    std::size_t number;
    double time; ///< us
    int slot;
  };
  bool too_dear(bool on_cuda) const;
  void work();
  void give_up(const std::string& wrong);

  Schedule schedule_;
  real every_, end_;
  std::unique_ptr<LivePictures> pictures_; ///< used by the thread alone; none after an error
  std::mutex mutex_;
  std::condition_variable changed_;
  std::unique_ptr<SurfaceSnapshots> snapshots_;
  std::deque<Job> jobs_;        ///< the first is the one at work
  std::vector<int> free_slots_; ///< of snapshots
  std::size_t left_out_ = 0, drawn_ = 0;
  double from_steps_ = 0; ///< s that copying and drawing have taken from the steps, about
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  bool gave_up_ = false, finish_ = false;
  std::thread thread_;
};

} // namespace ibsim

// Base of reporters of frames: the state of their series at a checkpoint.
#pragma once

#include "flow_run/output_reporter.hpp"

namespace ibsim {

class FramesReporter : public OutputReporter {
 public:
  /// @param every us @param series name of the frames (files/run_folder.hpp)
  FramesReporter(std::string name, const OutputContext& context, real every, const char* series)
      : OutputReporter(std::move(name), context, every), series_(series),
        frames_(context.mark(series).frames), marks_(context.mark(series)) {}
  void add_marks(std::map<std::string, OutputMark>& marks, real time) const final {
    marks[series_] = marks_.until(time);
  }

 protected:
  /// Hands one frame over to be written.
  virtual void add_frame(Simulation&) = 0;

 private:
  void write(Simulation& simulation) final {
    add_frame(simulation);
    ++frames_;
  }
  void mark(real time) final { marks_.add({time, frames_}); }

  const char* series_;
  std::size_t frames_; ///< handed over
  OutputHistory marks_;
};

} // namespace ibsim

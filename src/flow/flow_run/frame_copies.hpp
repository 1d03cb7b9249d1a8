// The numbers of frames on their way to the disk. Kernels put them into memory of the backend as the file
// will hold them, they go to the host while the steps go on, and a job of the writer hands them to the file.
// No step waits for that, unless two frames are on their way already. Several ranks bring them to the host
// themselves.
#pragma once

#include "files/background_writer.hpp"
#include "files/frame_precision.hpp"
#include "simulation/simulation.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <utility>

namespace ibsim {

class FrameCopies {
 public:
  /// @param numbers of a frame. Memory is taken by the first one.
  FrameCopies(std::size_t numbers, FramePrecision precision) : numbers_(numbers), precision_(precision) {}

  /// Begins a copy; T is float or double, by the precision.
  /// @param fill fill(T* to): shows fields there (ValuesOfState)
  /// @param write write(std::span<const T>): writes them, in the background
  /// @throws ResourceError; what an earlier job threw
  template <class Fill, class Write>
  void send(Simulation& simulation, BackgroundWriter& writer, Fill fill, Write write) {
    if (precision_ == FramePrecision::single_precision)
      send_as<float>(simulation, writer, std::move(fill), std::move(write));
    else
      send_as<double>(simulation, writer, std::move(fill), std::move(write));
  }

 private:
  template <class T, class Fill, class Write>
  void send_as(Simulation& simulation, BackgroundWriter& writer, Fill fill, Write write) {
    const std::shared_ptr<const int> slot = slots_.take();
    if (!copies_) copies_ = simulation.values().field_copies(numbers_ * sizeof(T), at_a_time);
    fill(static_cast<T*>(copies_->begin(*slot)));
    copies_->send(*slot);
    writer.add([this, slot, write] {
      write(std::span<const T>(static_cast<const T*>(copies_->arrived(*slot)), numbers_));
    });
  }

  static constexpr int at_a_time = 2;
  std::size_t numbers_;
  FramePrecision precision_;
  JobSlots slots_{at_a_time};
  std::unique_ptr<FieldCopies> copies_;
};

} // namespace ibsim

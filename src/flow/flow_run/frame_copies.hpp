// The numbers of frames on their way to the disk. Kernels put them into memory of the backend as the file
// will hold them, they go to the host while the steps go on, and a job of the writer hands them to the file.
// No step waits for that, unless two frames are on their way already. Several ranks bring them to the host
// themselves.
#pragma once

#include "files/background_writer.hpp"
#include "files/frame_precision.hpp"
#include "parallel/host_copies.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <utility>

namespace ibsim {

template <class B>
class FrameCopies {
 public:
  /// @param numbers of a frame. Memory is taken by the first one.
  FrameCopies(std::size_t numbers, FramePrecision precision) : numbers_(numbers), precision_(precision) {}

  /// Begins a copy; T is float or double, by the precision.
  /// @param fill fill(T* to): puts the numbers there, on the stream
  /// @param on_host the destination is on the host; the numbers are there when fill returns
  /// @param write write(std::span<const T>): writes them, in the background
  /// @throws ResourceError; what an earlier job threw
  template <class Fill, class Write>
  void send(const Stream<B>& stream, BackgroundWriter& writer, bool on_host, Fill fill, Write write) {
    if (precision_ == FramePrecision::single_precision)
      send_as<float>(stream, writer, on_host, std::move(fill), std::move(write));
    else
      send_as<double>(stream, writer, on_host, std::move(fill), std::move(write));
  }

 private:
  template <class T, class Fill, class Write>
  void send_as(const Stream<B>& stream, BackgroundWriter& writer, bool on_host, Fill fill, Write write) {
    const std::shared_ptr<const int> slot = slots_.take();
    if (!copies_) copies_ = std::make_unique<HostCopies<B>>(stream, numbers_ * sizeof(T), at_a_time);
    fill(static_cast<T*>(on_host ? copies_->on_host(*slot) : copies_->begin(stream, *slot)));
    if (!on_host) copies_->send(stream, *slot);
    writer.add([this, slot, write] {
      write(std::span<const T>(static_cast<const T*>(copies_->arrived(*slot)), numbers_));
    });
  }

  static constexpr int at_a_time = 2;
  std::size_t numbers_;
  FramePrecision precision_;
  JobSlots slots_{at_a_time};
  std::unique_ptr<HostCopies<B>> copies_;
};

} // namespace ibsim

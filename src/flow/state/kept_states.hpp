// Copies of a state in the memory of the host, to which a run goes back after a failure, and when they lie
// there: where a device has no room for them. Those on the device make_state.hpp has.
#pragma once

#include "parallel/device.hpp"
#include "parallel/device_plan.hpp"
#include "state/state.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace ibsim {

/// Whether copies go to the device, by its free bytes when all else of a run is there, and the bytes of one
/// copy. It takes the two that are kept, and as much again for a failure: the state before it and a frame.
/// So the place of copies follows from the start of a run, and nothing else depends on it.
inline bool is_room_for_copies(double free, double bytes_of_copy) { return free >= 4 * bytes_of_copy; }

/// What is known of the device of a rank, or of the only one, before the first copy.
struct RoomForCopies {
  DeviceRoom room;
  std::size_t bytes; ///< of a copy
};

template <class B>
RoomForCopies room_for_copies(const State<B>& state) {
  RoomForCopies found{room_of_device<B>(), 0};
  for_each_array(state,
                 [&](const auto&, auto& array, const auto&) { found.bytes += sizeof(real) * array.size(); });
  return found;
}

/// Whether the copies of this one go to the host. @param all of all ranks, of which some may share a device
template <class B>
bool copies_go_to_host(CopiesIn asked, const RoomForCopies& mine, const std::vector<RoomForCopies>& all) {
  if (asked != CopiesIn::automatic) return asked == CopiesIn::host;
  if (std::is_same_v<B, Cpu>) return false; // whose memory it is
  double bytes = 0;
  std::size_t free = mine.room.free;
  for (const RoomForCopies& other : all)
    if (other.room.device == mine.room.device)
      bytes += static_cast<double>(other.bytes), free = std::min(free, other.room.free);
  return !is_room_for_copies(static_cast<double>(free), bytes);
}

template <class B>
bool is_on_host(const State<B>& copy) {
  return !copy.on_host.empty();
}

/// @param into its memory is taken where it has the sizes. Waits for the stream.
template <class B>
State<B> copy_on_host(const Stream<B>& stream, const State<B>& from, State<B> into) {
  std::size_t i = 0;
  for_each_array(from, [&](const auto&, auto& array, const auto&) {
    if (i == into.on_host.size()) into.on_host.emplace_back();
    HostArray<real, B>& target = into.on_host[i++];
    if (target.size() != array.size()) {
      target = {}; // its memory goes first
      target = HostArray<real, B>(array.size());
    }
    copy_to_host(stream, target.data(), array.data(), sizeof(real) * array.size());
  });
  copy_clock(from, into);
  return into;
}

/// f(array of the state, array of the copy) @throws std::logic_error if they are not of the same run
template <class B, class Copy, class F>
void for_arrays_of_copy(State<B>& state, Copy& copy, F f) {
  std::size_t i = 0;
  for_each_array(state, [&](const auto&, auto& array, const auto&) {
    if (i == copy.on_host.size()) throw std::logic_error("a copy of a state lacks an array");
    f(array, copy.on_host[i++]);
  });
}

/// The state becomes what a copy on the host is. Waits for the stream.
template <class B>
void set_from_host(const Stream<B>& stream, const State<B>& copy, State<B>& state) {
  for_arrays_of_copy(state, copy, [&](Array<real, B>& array, const HostArray<real, B>& source) {
    if (array.size() != source.size()) array = Array<real, B>(source.size());
    copy_to_device(stream, array.data(), source.data(), sizeof(real) * source.size());
  });
  copy_clock(copy, state);
}

/// Both change places, piece by piece. Waits for the stream.
template <class B>
void exchange_with_host(const Stream<B>& stream, State<B>& state, State<B>& copy) {
  constexpr std::size_t most = std::size_t{8} << 20; // numbers
  HostArray<real, B> piece(most);
  for_arrays_of_copy(state, copy, [&](Array<real, B>& array, HostArray<real, B>& other) {
    if (array.size() != other.size()) throw std::logic_error("a copy of a state has another size");
    for (std::size_t at = 0; at < array.size(); at += most) {
      const std::size_t bytes = sizeof(real) * std::min(most, array.size() - at);
      copy_to_host(stream, piece.data(), array.data() + at, bytes);
      copy_to_device(stream, array.data() + at, other.data() + at, bytes);
      std::memcpy(other.data() + at, piece.data(), bytes);
    }
  });
  State<B> clock;
  copy_clock(state, clock), copy_clock(copy, state), copy_clock(clock, copy);
}

} // namespace ibsim

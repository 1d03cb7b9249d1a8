// Work that is given to a stream again and again with the same arguments: on CUDA it is recorded once, as a
// graph, and then launched as a whole, without gaps between its kernels and with one call of the host. On the
// CPU it is simply done.
#pragma once

#include "parallel/stream.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace ibsim {

template <class B>
class Graph {
 public:
  Graph();
  ~Graph();
  Graph(Graph&&) noexcept;

  /// Do `work`, which must give the same operations with the same arguments whenever `key` is the same:
  /// pointers, numbers, order. It must neither wait for the stream nor allocate, and leave the host's
  /// variables alone, for it is not called when it is launched.
  void run(const Stream<B>&, const std::vector<std::uint64_t>& key, const std::function<void()>& work);

 private:
  struct Recording;
  std::unique_ptr<Recording> recording_;
};

} // namespace ibsim

// Temporary<T, B>: n elements for the duration of an algorithm, allocated and freed in the order of a queue.
//
// On CUDA by cudaMallocAsync and cudaFreeAsync, so neither end waits; on the CPU by malloc and free. For algorithms whose
// point it is to hold memory only while they run; everything else keeps an Array.
#pragma once

#include "parallel/memory.hpp"

namespace ibsim {

/// @throws ResourceError if there is not enough.
template <class B> void* allocate_in_order(const Queue<B>&, std::size_t bytes);
template <class B> void deallocate_in_order(const Queue<B>&, void*, std::size_t bytes) noexcept;

template <class T, class B>
class Temporary {
 public:
  Temporary(const Queue<B>& queue, std::size_t n)
      : queue_(queue), data_(static_cast<T*>(allocate_in_order(queue, n * sizeof(T)))), bytes_(n * sizeof(T)) {}
  ~Temporary() { deallocate_in_order(queue_, data_, bytes_); }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  T* data() { return data_; }

 private:
  const Queue<B>& queue_;
  T* data_;
  std::size_t bytes_;
};

} // namespace ibsim

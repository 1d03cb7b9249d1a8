// Temporary<T, B>: n elements for the duration of an algorithm, allocated and freed in the order of a stream.
//
// On CUDA by cudaMallocAsync and cudaFreeAsync, so neither end waits; on the CPU by malloc and free. For
// algorithms whose point it is to hold memory only while they run; everything else keeps an Array.
#pragma once

#include "parallel/memory.hpp"

namespace ibsim {

/// @throws ResourceError if there is not enough.
template <class B>
void* allocate_in_order(const Stream<B>&, std::size_t bytes);
template <class B>
void deallocate_in_order(const Stream<B>&, void*, std::size_t bytes) noexcept;

template <class T, class B>
class Temporary {
 public:
  Temporary(const Stream<B>& stream, std::size_t n)
      : stream_(stream), data_(static_cast<T*>(allocate_in_order(stream, n * sizeof(T)))),
        bytes_(n * sizeof(T)) {}
  ~Temporary() { deallocate_in_order(stream_, data_, bytes_); }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  T* data() { return data_; }

 private:
  const Stream<B>& stream_;
  T* data_;
  std::size_t bytes_;
};

} // namespace ibsim

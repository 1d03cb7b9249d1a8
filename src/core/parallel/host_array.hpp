// HostArray<T, B>: a block of n elements of trivially copyable T in the memory of the host, which is copied
// from and to the memory of backend B as fast as can be (memory.hpp). It does not grow.
#pragma once

#include "parallel/memory.hpp"

#include <type_traits>
#include <utility>

namespace ibsim {

template <class T, class B>
class HostArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  HostArray() = default;
  /// Uninitialised.
  explicit HostArray(std::size_t n)
      : data_(n ? static_cast<T*>(allocate_on_host<B>(n * sizeof(T))) : nullptr), size_(n) {}
  ~HostArray() {
    if (data_) deallocate_on_host<B>(data_, size_ * sizeof(T));
  }
  HostArray(HostArray&& o) noexcept
      : data_(std::exchange(o.data_, nullptr)), size_(std::exchange(o.size_, 0)) {}
  HostArray& operator=(HostArray&& o) noexcept {
    std::swap(data_, o.data_);
    std::swap(size_, o.size_);
    return *this;
  }
  HostArray(const HostArray&) = delete;
  HostArray& operator=(const HostArray&) = delete;

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

} // namespace ibsim

// Array<T, B>: a block of n elements of trivially copyable T in the memory of backend B. It does not grow.
#pragma once

#include "parallel/memory.hpp"

#include <type_traits>
#include <utility>
#include <vector>

namespace ibsim {

template <class T, class B>
class Array {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Array() = default;
  /// Uninitialised.
  explicit Array(std::size_t n)
      : data_(n ? static_cast<T*>(allocate<B>(n * sizeof(T))) : nullptr), size_(n) {}
  /// Filled with zeros.
  Array(const Stream<B>& stream, std::size_t n) : Array(n) { zero(stream); }
  /// A copy of `host`.
  Array(const Stream<B>& stream, const std::vector<T>& host) : Array(host.size()) { set(stream, host); }
  ~Array() {
    if (data_) deallocate<B>(data_, size_ * sizeof(T));
  }

  Array(Array&& o) noexcept : data_(std::exchange(o.data_, nullptr)), size_(std::exchange(o.size_, 0)) {}
  Array& operator=(Array&& o) noexcept {
    std::swap(data_, o.data_);
    std::swap(size_, o.size_);
    return *this;
  }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  void zero(const Stream<B>& stream) {
    if (size_) fill_zero(stream, data_, size_ * sizeof(T));
  }
  /// Copy all of `host`, which must have size() elements, to the device.
  void set(const Stream<B>& stream, const std::vector<T>& host) {
    if (size_) copy_to_device(stream, data_, host.data(), size_ * sizeof(T));
  }
  void copy_from(const Stream<B>& stream, const Array& other) {
    if (size_) copy_within_device(stream, data_, other.data_, size_ * sizeof(T));
  }
  /// A copy on the host. Waits for the stream.
  std::vector<T> to_host(const Stream<B>& stream) const {
    std::vector<T> host(size_);
    if (size_) copy_to_host(stream, host.data(), data_, size_ * sizeof(T));
    return host;
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

} // namespace ibsim

// Raw memory of a backend, and of its host. Array<T, B> and HostArray<T, B> own such memory; nobody else
// should call these.
#pragma once

#include "parallel/stream.hpp"

#include <cstddef>

namespace ibsim {

/// @throws ResourceError, with the size asked for and what is free, if there is not enough.
template <class B>
void* allocate(std::size_t bytes);
template <class B>
void deallocate(void*, std::size_t bytes) noexcept;

/// Bytes held now by all arrays of a backend, and the most they have been.
template <class B>
std::size_t allocated_bytes();
template <class B>
std::size_t peak_allocated_bytes();

/// Memory of the host from and to which copies of the backend are fastest: with CUDA it is pinned.
/// @throws ResourceError as allocate() does.
template <class B>
void* allocate_on_host(std::size_t bytes);
template <class B>
void deallocate_on_host(void*, std::size_t bytes) noexcept;
/// Bytes of it held now.
template <class B>
std::size_t allocated_on_host();

/// Copies return when the data is there.
template <class B>
void copy_to_device(const Stream<B>&, void* device, const void* host, std::size_t bytes);
template <class B>
void copy_to_host(const Stream<B>&, void* host, const void* device, std::size_t bytes);
/// These two are asynchronous, in the order of the stream.
template <class B>
void copy_within_device(const Stream<B>&, void* to, const void* from, std::size_t bytes);
template <class B>
void fill_zero(const Stream<B>&, void* device, std::size_t bytes);

} // namespace ibsim

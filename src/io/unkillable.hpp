// A few system calls that `kill -9` of this process does not stop half-way.
//
// They are made by a child that shares our memory (vfork) but is a process of its own, in a session of its
// own: who kills us, or our process group, does not hit it. It starts in some 50 us and copies nothing,
// however large the process is.
#pragma once

namespace ibsim {

/// @param work system calls alone, on memory that is there already: no allocation, no locks, no exceptions;
/// gives 0 or an errno
/// @return what work gave
int unkillable(int (*work)(void*), void* argument) noexcept;

template <class F>
int unkillable(F&& work) noexcept {
  return unkillable([](void* f) { return (*static_cast<F*>(f))(); }, &work);
}

} // namespace ibsim

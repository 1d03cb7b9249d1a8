// The two backends, as tag types, and which of them the present compilation is for.
//
// A kernel file `name.kernels.cpp` is compiled twice: by the host compiler, where ThisBackend is Cpu, and by
// nvcc, where it is Cuda. It ends by instantiating its class templates explicitly: `template class
// Foo<ThisBackend>;`. Everything else names the backend as a template parameter and never asks which one it
// is.
#pragma once

namespace ibsim {

struct Cpu {
  static constexpr const char* name = "cpu";
};
struct Cuda {
  static constexpr const char* name = "cuda";
};

#if defined(__CUDACC__)
using ThisBackend = Cuda;
#else
using ThisBackend = Cpu;
#endif

} // namespace ibsim

// Marks for functions that run on both backends.
//
//   IBSIM_HD      before a function: callable in kernels of either backend
//   IBSIM_KERNEL  after the capture list of a lambda that is handed to for_each and its kin:
//                 `[=] IBSIM_KERNEL(Index i) { ... }`
//   IBSIM_IN_KERNEL  before a function that kernels alone call, as one with atomics
//
// A kernel file is compiled by the host compiler for the CPU and by nvcc for the GPU, so the lambda
// is a plain lambda in the first and a __device__ lambda in the second.
#pragma once

#if defined(__CUDACC__)
#define IBSIM_HD __host__ __device__ __forceinline__
#define IBSIM_KERNEL __device__
#define IBSIM_IN_KERNEL __device__ inline
#else
#define IBSIM_HD inline __attribute__((always_inline))
#define IBSIM_KERNEL
#define IBSIM_IN_KERNEL inline
#endif

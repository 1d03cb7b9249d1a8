// Functions of cuFFT, which is loaded by the first transform on a GPU. Included by sources alone.
#pragma once

#include "base/error.hpp"
#include "parallel/loaded_library.hpp"

#include <cufft.h>
#include <string>

namespace ibsim {

struct CufftLibrary {
  LoadedLibrary file{("libcufft.so." + std::to_string(CUFFT_VER_MAJOR)).c_str(), "a GPU needs NVIDIA's cuFFT",
                     "it is a part of the CUDA toolkit; --device cpu needs none"};
  decltype(cufftCreate)* create = file["cufftCreate"];
  decltype(cufftDestroy)* destroy = file["cufftDestroy"];
  decltype(cufftSetAutoAllocation)* set_auto_allocation = file["cufftSetAutoAllocation"];
  decltype(cufftMakePlanMany64)* make_plan = file["cufftMakePlanMany64"];
  decltype(cufftSetWorkArea)* set_work_area = file["cufftSetWorkArea"];
  decltype(cufftSetStream)* set_stream = file["cufftSetStream"];
  decltype(cufftExecD2Z)* d2z = file["cufftExecD2Z"];
  decltype(cufftExecZ2D)* z2d = file["cufftExecZ2D"];
  decltype(cufftExecZ2Z)* z2z = file["cufftExecZ2Z"];
  decltype(cufftExecR2C)* r2c = file["cufftExecR2C"];
  decltype(cufftExecC2R)* c2r = file["cufftExecC2R"];
  decltype(cufftExecC2C)* c2c = file["cufftExecC2C"];
};

inline const CufftLibrary& cufft() {
  static const CufftLibrary loaded;
  return loaded;
}

inline const char* cufft_message(cufftResult code) {
  switch (code) {
  case CUFFT_ALLOC_FAILED:
    return "not enough device memory";
  case CUFFT_INVALID_SIZE:
    return "a size that cuFFT does not support";
  case CUFFT_INVALID_PLAN:
    return "not a valid plan";
  case CUFFT_SETUP_FAILED:
    return "the library failed to start";
  case CUFFT_EXEC_FAILED:
    return "a transform failed on the device";
  default:
    return "an internal failure";
  }
}

inline void check_cufft(cufftResult code, const char* doing) {
  if (code != CUFFT_SUCCESS)
    throw ResourceError(std::string("cuFFT failed in ") + doing + ": " + cufft_message(code) + " (code " +
                        std::to_string(static_cast<int>(code)) + ")");
}

} // namespace ibsim

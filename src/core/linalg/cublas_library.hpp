// Functions of cuBLAS and its cublasLt, which are loaded by the first product on a GPU. Included by sources
// alone.
#pragma once

#include "base/error.hpp"
#include "parallel/loaded_library.hpp"

#include <cublasLt.h>
#include <cublas_v2.h>
#include <string>

namespace ibsim {

/// cuBLAS needs cublasLt, so this one is loaded first: the loader need not look for it next to cuBLAS.
struct CublasLibrary {
  static LoadedLibrary load(const std::string& name) {
    return {(name + ".so." + std::to_string(CUBLAS_VER_MAJOR)).c_str(), "a GPU needs NVIDIA's cuBLAS",
            "it is a part of the CUDA toolkit; --device cpu needs none"};
  }

  LoadedLibrary lt = load("libcublasLt");
  decltype(cublasLtCreate)* lt_create = lt["cublasLtCreate"];
  decltype(cublasLtDestroy)* lt_destroy = lt["cublasLtDestroy"];
  decltype(cublasLtMatmul)* lt_multiply = lt["cublasLtMatmul"];
  decltype(cublasLtMatmulAlgoGetHeuristic)* lt_find_algorithm = lt["cublasLtMatmulAlgoGetHeuristic"];
  // the header's functions without "_internal" are these, with the size of what they describe
  decltype(cublasLtMatmulDescInit_internal)* lt_describe_product = lt["cublasLtMatmulDescInit_internal"];
  decltype(cublasLtMatmulDescSetAttribute)* lt_set_of_product = lt["cublasLtMatmulDescSetAttribute"];
  decltype(cublasLtMatrixLayoutInit_internal)* lt_describe_matrix = lt["cublasLtMatrixLayoutInit_internal"];
  decltype(cublasLtMatrixLayoutSetAttribute)* lt_set_of_matrix = lt["cublasLtMatrixLayoutSetAttribute"];
  decltype(cublasLtMatmulPreferenceInit_internal)* lt_prefer_nothing =
      lt["cublasLtMatmulPreferenceInit_internal"];
  decltype(cublasLtMatmulPreferenceSetAttribute)* lt_prefer = lt["cublasLtMatmulPreferenceSetAttribute"];

  LoadedLibrary file = load("libcublas");
  decltype(cublasCreate_v2)* create = file["cublasCreate_v2"];
  decltype(cublasDestroy_v2)* destroy = file["cublasDestroy_v2"];
  decltype(cublasSetStream_v2)* set_stream = file["cublasSetStream_v2"];
  decltype(cublasSetWorkspace_v2)* set_workspace = file["cublasSetWorkspace_v2"];
  decltype(cublasSgemmStridedBatched)* multiply_floats = file["cublasSgemmStridedBatched"];
  decltype(cublasDgemmStridedBatched)* multiply_doubles = file["cublasDgemmStridedBatched"];
  decltype(cublasGetStatusString)* message = file["cublasGetStatusString"];
};

inline const CublasLibrary& cublas() {
  static const CublasLibrary loaded;
  return loaded;
}

inline void check_cublas(cublasStatus_t code, const char* doing) {
  if (code != CUBLAS_STATUS_SUCCESS)
    throw ResourceError(std::string("cuBLAS failed in ") + doing + ": " + cublas().message(code));
}

} // namespace ibsim

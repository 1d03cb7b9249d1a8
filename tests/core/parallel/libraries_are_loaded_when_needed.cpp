// Large libraries are loaded by the run that needs them. A missing one is an error with its name.
#include "base/error.hpp"
#include "parallel/loaded_library.hpp"
#include "parallel/with_cuda.hpp"
#ifdef IBSIM_WITH_CUDA
#include "linalg/cublas_library.hpp"
#include "linalg/cufft_library.hpp"
#endif

#include <gtest/gtest.h>

namespace ibsim {
namespace {

std::string failure_of(const char* file, const char* function) {
  try {
    const LoadedLibrary library(file, "a cosine needs libm", "it is a part of the C library");
    (void)library[function];
  } catch (const ResourceError& e) {
    return e.what();
  }
  return {};
}

TEST(LoadedLibraries, have_functions_of_their_type) {
  const LoadedLibrary library("libm.so.6", "a cosine needs libm", "it is a part of the C library");
  double (*const cosine)(double) = library["cos"];
  EXPECT_EQ(cosine(0), 1);
}

TEST(LoadedLibraries, that_are_missing_are_named_with_their_source) {
  const std::string message = failure_of("libibsim_absent.so.1", "cos");
  EXPECT_NE(message.find("a cosine needs libm, which cannot be loaded (libibsim_absent.so.1: "),
            std::string::npos)
      << message;
  EXPECT_NE(message.find("; it is a part of the C library)"), std::string::npos) << message;
}

TEST(LoadedLibraries, of_another_version_name_the_function_that_they_lack) {
  const std::string message = failure_of("libm.so.6", "ibsim_absent");
  EXPECT_NE(message.find("libm.so.6 of this machine is of another version: it has no ibsim_absent"),
            std::string::npos)
      << message;
}

#ifdef IBSIM_WITH_CUDA
// Names of functions are text, so only a look into the toolkit's libraries shows a wrong one. It needs no
// GPU.
TEST(LoadedLibraries, of_cuda_have_all_functions_that_are_called) {
  EXPECT_NO_THROW(cufft());
  EXPECT_NO_THROW(cublas());
}
#endif

} // namespace
} // namespace ibsim

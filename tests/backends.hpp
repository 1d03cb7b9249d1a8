// Tests that run once for each backend: name the suite for_backends and take the backend as TypeParam.
//
//   template <class B> class Spread : public BackendTest<B> {};
//   TYPED_TEST_SUITE(Spread, Backends, BackendNames);
//   TYPED_TEST(Spread, is_adjoint_of_interpolate) { Stream<TypeParam>& stream = this->stream(); ... }
//
// Test names then read `Spread/cpu.is_adjoint_of_interpolate`. Without a usable GPU the cuda cases are
// skipped, and say why.
#pragma once

#include "parallel/device.hpp"
#include "parallel/stream.hpp"
#include "parallel/with_cuda.hpp"

#include <gtest/gtest.h>
#include <memory>

namespace ibsim {

#if defined(IBSIM_WITH_CUDA)
using Backends = ::testing::Types<Cpu, Cuda>;
#else
using Backends = ::testing::Types<Cpu>;
#endif

struct BackendNames {
  template <class B>
  static std::string GetName(int) {
    return B::name;
  }
};

template <class B>
class BackendTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::is_same_v<B, Cuda> && !why_no_cuda_device().empty()) GTEST_SKIP() << why_no_cuda_device();
    stream_ = std::make_unique<Stream<B>>();
  }
  Stream<B>& stream() { return *stream_; }

 private:
  std::unique_ptr<Stream<B>> stream_;
};

} // namespace ibsim

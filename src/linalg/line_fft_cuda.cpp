// line_fft.hpp on the GPU, with cuFFT.
#include "linalg/cufft_plan.hpp"
#include "linalg/line_fft.hpp"
#include "parallel/array.hpp"

#include <algorithm>

namespace ibsim {

template <>
struct LineFft<Cuda>::Plan {
  Index calls;       ///< of the library
  std::size_t apart; ///< elements from one call to the next
  CufftPlan cufft;   ///< both ways
  Array<std::byte, Cuda> work;

  Plan(int length, Index inner, Index outer)
      : calls(inner == 1 ? 1 : outer), apart(static_cast<std::size_t>(inner) * length) {
    const CufftLayout layout{{length}, inner, inner == 1 ? length : 1};
    const std::size_t bytes = cufft.make({length}, layout, layout, CUFFT_Z2Z, inner == 1 ? outer : inner);
    work = Array<std::byte, Cuda>(std::max<std::size_t>(bytes, 1));
    cufft.set_work_area(work.data());
  }

  void run(const Stream<Cuda>& stream, Complex* data, int direction) {
    cufft.follow(stream);
    for (Index call = 0; call < calls; ++call) {
      auto* const block = reinterpret_cast<cufftDoubleComplex*>(data + call * apart);
      check_cufft(cufftExecZ2Z(cufft.get(), block, block, direction), "a transform of lines");
    }
  }
};

template <>
LineFft<Cuda>::LineFft(const Stream<Cuda>&, int length, Index inner, Index outer)
    : plan_(std::make_unique<Plan>(length, inner, outer)) {}
template <>
LineFft<Cuda>::~LineFft() = default;
template <>
LineFft<Cuda>::LineFft(LineFft&&) noexcept = default;

template <>
void LineFft<Cuda>::forward(const Stream<Cuda>& stream, Complex* data) {
  plan_->run(stream, data, CUFFT_FORWARD);
}
template <>
void LineFft<Cuda>::inverse(const Stream<Cuda>& stream, Complex* data) {
  plan_->run(stream, data, CUFFT_INVERSE);
}

} // namespace ibsim

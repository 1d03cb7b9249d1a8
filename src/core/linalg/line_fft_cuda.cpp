// line_fft.hpp on the GPU, with cuFFT. Lines of a middle axis are a batch for each of the outer blocks: up to
// three small ones go side by side.
#include "linalg/cufft_plan.hpp"
#include "linalg/line_fft.hpp"
#include "parallel/array.hpp"
#include "parallel/branches_cuda.hpp"

#include <algorithm>

namespace ibsim {
namespace {

constexpr std::size_t most_side_by_side = 3 << 19; ///< values of a block

struct LinePlan {
  CufftPlan cufft; ///< both ways
  Array<std::byte, Cuda> work;

  LinePlan(const CufftLayout& layout, cufftType type, int length, Index batch) {
    const std::size_t bytes = cufft.make({length}, layout, layout, type, batch);
    work = Array<std::byte, Cuda>(std::max<std::size_t>(bytes, 1));
    cufft.set_work_area(work.data());
  }
};

} // namespace

template <class B, class T>
struct LineFft<B, T>::Plan {
  Index calls;       ///< of the library
  std::size_t apart; ///< elements from one call to the next
  int side_by_side;
  std::vector<std::unique_ptr<LinePlan>> plans; ///< one a branch
  Branches branches;

  Plan(const Stream<Cuda>& stream, int length, Index inner, Index outer)
      : calls(inner == 1 ? 1 : outer), apart(static_cast<std::size_t>(inner) * length),
        side_by_side(calls <= 3 && apart <= most_side_by_side ? static_cast<int>(calls) : 1),
        branches(stream, side_by_side) {
    const CufftLayout layout{{length}, inner, inner == 1 ? length : 1};
    for (int i = 0; i < side_by_side; ++i)
      plans.push_back(
          std::make_unique<LinePlan>(layout, Cufft<T>::both_ways, length, inner == 1 ? outer : inner));
  }

  void run(const Stream<Cuda>& stream, ComplexOf<T>* data, int direction) {
    branches.run(stream, [&](const Stream<Cuda>& branch, int i) {
      LinePlan& plan = *plans[static_cast<std::size_t>(i)];
      plan.cufft.follow(branch);
      for (Index call = i; call < calls; call += side_by_side) {
        check_cufft(Cufft<T>::run(plan.cufft.get(), cufft_raw(data + call * apart), direction),
                    "a transform of lines");
      }
    });
  }
};

template <class B, class T>
LineFft<B, T>::LineFft(const Stream<B>& stream, int length, Index inner, Index outer)
    : plan_(std::make_unique<Plan>(stream, length, inner, outer)) {}
template <class B, class T>
LineFft<B, T>::~LineFft() = default;
template <class B, class T>
LineFft<B, T>::LineFft(LineFft&&) noexcept = default;

template <class B, class T>
void LineFft<B, T>::forward(const Stream<B>& stream, ComplexOf<T>* data) {
  plan_->run(stream, data, CUFFT_FORWARD);
}
template <class B, class T>
void LineFft<B, T>::inverse(const Stream<B>& stream, ComplexOf<T>* data) {
  plan_->run(stream, data, CUFFT_INVERSE);
}

template class LineFft<Cuda, double>;
template class LineFft<Cuda, float>;

} // namespace ibsim

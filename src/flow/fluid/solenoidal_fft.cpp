#include "fluid/solenoidal_fft.hpp"

#include "fluid/spectral_operators.hpp"
#include "parallel/with_cuda.hpp"

namespace ibsim {
template <class B>
SolenoidalFft<B>::SolenoidalFft(const Stream<B>& stream, const LocalGrid<B>& local)
    : n_(local.grid.n), divergence_x_(stream, divergence_symbols(n_.x, local.grid.h)),
      divergence_y_(stream, divergence_symbols(n_.y, local.grid.h)),
      of_planes_{{n_.x / 2 + 1, n_.y, static_cast<int>(local.slab.planes)},
                 local.grid.h,
                 divergence_x_.data(),
                 divergence_y_.data()} {
  const Index planes = local.slab.planes;
  if (local.alone()) {
    planes_ = Array<Complex, B>(3 * plane() * planes);
    all_planes_.emplace(stream, n_, Planes::xy, 3);
    of_rows_ = planes_.data();
    return;
  }
  planes_ = Array<Complex, B>(plane() * (3 * planes + 1));
  pieces_.make(planes, most_pieces, Size{n_.x} * n_.y, static_cast<Size>(plane()), [&](Index some) {
    return PlaneFft<B>(stream, Int3{n_.x, n_.y, some}, Planes::xy, 1);
  });
  transposes_.emplace(stream, Int3{n_.x / 2 + 1, n_.y, n_.z}, *local.ranks, local.first_planes(),
                      LinesOf::rows, most_pieces);
  rows_ = Array<Complex, B>(3 * modes() + modes() / n_.z);
  of_rows_ = rows_.data();
}

template <class B>
void SolenoidalFft<B>::forward(const Stream<B>& stream, const real* r, Size step,
                               const std::function<void(int)>& make, const std::function<void()>& meanwhile) {
  if (!transposes_) {
    require_one_block(n_, 3, step);
    make(0), meanwhile();
    return all_planes_->forward(stream, r, planes_.data());
  }
  const std::size_t field = plane() * of_planes_.shape.z;
  Complex* const planes = planes_.data();
  for (int piece = 0; piece < most_pieces; ++piece) {
    make(piece);
    for (int d = 0; d < 3; ++d) pieces_.forward(stream, piece, r + d * step, planes + d * field);
    transposes_->to_lines(stream, piece, {0, 3, piece, piece + 1, most_pieces}, planes, of_rows_);
  }
  transposes_->keep_to_lines(stream, {0, 3, 0, 1, 1}, planes, of_rows_);
  meanwhile();
  for (int piece = 0; piece < most_pieces; ++piece) transposes_->wait(stream, piece);
}

template <class B>
void SolenoidalFft<B>::inverse(const Stream<B>& stream, real* u, Size step) {
  const Index planes = of_planes_.shape.z;
  const std::size_t field = plane() * planes;
  Complex *const x = planes_.data(), *const y = x + field, *const w = y + field;
  if (!transposes_) {
    require_one_block(n_, 3, step);
    velocity_of_scalars(stream, of_planes_, 0, planes, w, w, x, y);
    return all_planes_->inverse(stream, x, u);
  }
  copy_within_device(stream, component(2) + modes(), component(2), sizeof(Complex) * modes() / n_.z);
  const auto scalars = [](int piece, int end, int pieces) {
    return PiecesOfFields{
        .field = 1, .fields = 2, .piece = piece, .end = end, .pieces = pieces, .farther = true};
  };
  for (int piece = 0; piece < most_pieces; ++piece)
    transposes_->to_planes(stream, piece, scalars(piece, piece + 1, most_pieces), of_rows_, x);
  transposes_->keep_to_planes(stream, scalars(0, 1, 1), of_rows_, x);
  for (int piece = 0; piece < most_pieces; ++piece) {
    transposes_->wait(stream, piece);
    velocity_of_scalars(stream, of_planes_, pieces_.before(piece), pieces_.of(piece), w, w + field, x, y);
    for (int d = 0; d < 3; ++d) pieces_.inverse(stream, piece, x + d * field, u + d * step);
  }
}

template class SolenoidalFft<Cpu>;
#if defined(IBSIM_WITH_CUDA)
template class SolenoidalFft<Cuda>;
#endif

} // namespace ibsim

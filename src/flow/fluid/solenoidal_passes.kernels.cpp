#include "fluid/solenoidal_passes.hpp"

#include "fluid/solenoidal_modes.hpp"
#include "parallel/for_each.hpp"

namespace ibsim {
namespace {

/// lambda = -(w of the plane above - w)/(h kappa^2)
IBSIM_HD Complex lambda_of(const InPlane& d, Complex here, Complex above, real per_h) {
  const real factor = d.kappa2 > 0 ? per_h / d.kappa2 : real{0};
  return {(here.re - above.re) * factor, (here.im - above.im) * factor};
}

struct Horizontal {
  Complex x, y;
};
/// conj(d) lambda + (-d_y, d_x) t
IBSIM_HD Horizontal horizontal_of(const InPlane& d, Complex lambda, Complex t) {
  if (!(d.kappa2 > 0)) return {{t.re, 0}, {t.im, 0}};
  return {{d.dx.re * lambda.re + d.dx.im * lambda.im - d.dy.re * t.re + d.dy.im * t.im,
           d.dx.re * lambda.im - d.dx.im * lambda.re - d.dy.re * t.im - d.dy.im * t.re},
          {d.dy.re * lambda.re + d.dy.im * lambda.im + d.dx.re * t.re - d.dx.im * t.im,
           d.dy.re * lambda.im - d.dy.im * lambda.re + d.dx.re * t.im + d.dx.im * t.re}};
}

} // namespace

template <class B>
void velocity_of_scalars(const Stream<B>& stream, const ModesOfPlanes& modes, Index first, Index planes,
                         const Complex* w, const Complex* above, Complex* x, Complex* y) {
  const ModesOfPlanes m = modes;
  const Index plane = m.shape.x * m.shape.y;
  const real per_h = 1 / m.h;
  for_each_cell(stream, {m.shape.x, m.shape.y, static_cast<int>(planes)},
                [=] IBSIM_KERNEL(int i, int j, int k) {
                  const Index in = i + m.shape.x * j, at = in + plane * (first + k);
                  const InPlane d(m.dx[i], m.dy[j]);
                  const Complex next = first + k + 1 < m.shape.z ? w[at + plane] : above[in];
                  const Horizontal u = horizontal_of(d, lambda_of(d, w[at], next, per_h), y[at]);
                  x[at] = u.x, y[at] = u.y;
                });
}

template void velocity_of_scalars(const Stream<ThisBackend>&, const ModesOfPlanes&, Index, Index,
                                  const Complex*, const Complex*, Complex*, Complex*);

} // namespace ibsim

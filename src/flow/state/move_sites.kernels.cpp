#include "state/move_sites.hpp"

#include "parallel/for_each.hpp"
#include "parallel/note_failure.hpp"
#include "state/failure.hpp"

namespace ibsim {
namespace {

/// What a site i does that goes by d, less the mean flow, to x within k. Where note_failure() can be called.
#if defined(__CUDACC__)
__device__
#endif
    inline void
    note_motion(FailureNotes notes, Index i, real k, real farthest, real height, MeanFlow mean,
                const Real3& x, Real3 d) {
  if (mean.now) d.z -= k * mean.now->rate * (x.y - mean.height / 2);
  const real far2 = dot(d, d);
  if (!(far2 <= farthest * farthest)) { // also true for NaN
    const bool finite = far2 - far2 == 0 && dot(x, x) - dot(x, x) == 0;
    note_failure(notes, i,
                 static_cast<unsigned>(finite ? Failure::What::moved_more_than_a_cell
                                              : Failure::What::position_not_finite));
  } else if (height - height == 0 && !(x.y >= 0 && x.y <= height))
    note_failure(notes, i, static_cast<unsigned>(Failure::What::site_beyond_a_wall));
}

} // namespace

template <class B>
void predict(const Stream<B>& stream, real k, VectorsView<const real> X, VectorsView<const real> U,
             VectorsView<real> predicted, FailureNotes notes) {
  for_each(stream, X.n, [=] IBSIM_KERNEL(Index i) {
    if (i == 0 && notes.words) begin_step(notes);
    predicted.set(i, X.at(i) + k * U.at(i));
  });
}

template <class B>
void extrapolate(const Stream<B>& stream, const BackwardDifference& difference, VectorsView<const real> X,
                 VectorsView<const real> X_before, VectorsView<real> expected, VectorsView<real> bent,
                 FailureNotes notes) {
  const real ahead = difference.ahead;
  for_each(stream, X.n, [=] IBSIM_KERNEL(Index i) {
    if (i == 0 && notes.words) begin_step(notes);
    const Real3 now = X.at(i), straight = (1 + ahead) * now - ahead * X_before.at(i);
    bent.set(i, straight + ahead * ahead * (now - expected.at(i)));
    expected.set(i, straight);
  });
}

template <class B>
void average(const Stream<B>& stream, VectorsView<real> U, VectorsView<const real> V) {
  for_each(stream, U.n, [=] IBSIM_KERNEL(Index i) { U.set(i, 0.5 * (U.at(i) + V.at(i))); });
}

template <class B>
void move(const Stream<B>& stream, real k, real farthest, real height, VectorsView<real> X,
          VectorsView<const real> U, MeanFlow mean, FailureNotes notes) {
  for_each(stream, X.n, [=] IBSIM_KERNEL(Index i) {
    const Real3 d = k * U.at(i), x = X.at(i) + d;
    X.set(i, x);
    note_motion(notes, i, k, farthest, height, mean, x, d);
  });
}

template <class B>
void move(const Stream<B>& stream, const BackwardDifference& difference, real farthest, real height,
          VectorsView<real> X, VectorsView<real> X_before, VectorsView<const real> U, MeanFlow mean,
          FailureNotes notes) {
  const BackwardDifference b = difference;
  for_each(stream, X.n, [=] IBSIM_KERNEL(Index i) {
    const Real3 now = X.at(i), next = b.now * now - b.before * X_before.at(i) + b.beta * U.at(i);
    X_before.set(i, now);
    X.set(i, next);
    note_motion(notes, i, b.step, farthest, height, mean, next, next - now);
  });
}

template <class B>
void take_first_sites(const Stream<B>& stream, Index n, VectorsView<const real> X, VectorsView<real> first) {
  for_each(stream, X.n, [=] IBSIM_KERNEL(Index i) { first.set(i, X.at(i - i % n)); });
}

template <class B>
void look_for_walls(const Stream<B>& stream, real height, VectorsView<const real> X, FailureNotes notes) {
  const real* const y = X.y;
  for_each(stream, X.n, [=] IBSIM_KERNEL(Index i) {
    if (y[i] < 0 || y[i] > height)
      note_failure(notes, i, static_cast<unsigned>(Failure::What::sample_beyond_a_wall));
  });
}

template void take_first_sites(const Stream<ThisBackend>&, Index, VectorsView<const real>, VectorsView<real>);
template void predict(const Stream<ThisBackend>&, real, VectorsView<const real>, VectorsView<const real>,
                      VectorsView<real>, FailureNotes);
template void average(const Stream<ThisBackend>&, VectorsView<real>, VectorsView<const real>);
template void move(const Stream<ThisBackend>&, real, real, real, VectorsView<real>, VectorsView<const real>,
                   MeanFlow, FailureNotes);
template void extrapolate(const Stream<ThisBackend>&, const BackwardDifference&, VectorsView<const real>,
                          VectorsView<const real>, VectorsView<real>, VectorsView<real>, FailureNotes);
template void move(const Stream<ThisBackend>&, const BackwardDifference&, real, real, VectorsView<real>,
                   VectorsView<real>, VectorsView<const real>, MeanFlow, FailureNotes);
template void look_for_walls(const Stream<ThisBackend>&, real, VectorsView<const real>, FailureNotes);

} // namespace ibsim

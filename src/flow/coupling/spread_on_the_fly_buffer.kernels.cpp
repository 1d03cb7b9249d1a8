// Algorithm 6: buffered sweeps with a buffer that lives as long as the call. The one algorithm that allocates
// in a time step, because that is its point; in the order of the stream, so that nothing waits.
#include "coupling/buffered_sweeps.hpp"
#include "parallel/temporary.hpp"

namespace ibsim {

template <class Pair, class B>
class OnTheFlyBufferSpreader : public Spreader<B> {
 public:
  OnTheFlyBufferSpreader(const Stream<B>& stream, const Grid& grid, Index most_points, int sweep_width)
      : sweeps_(stream, grid, most_points, sweep_width) {}

  void spread(const Stream<B>& stream, VectorsView<const real> X, VectorsView<const real> F,
              FaceView<real> f) override {
    require_room(X.n, sweeps_.most_points());
    Temporary<real, B> buffer(stream, sweeps_.buffer_size());
    sweeps_.spread(stream, X, F, f, buffer.data());
  }

 private:
  BufferedSweeps<Pair, B> sweeps_;
};

template <class B>
std::unique_ptr<Spreader<B>> make_on_the_fly_buffer_spreader(const Stream<B>& stream, DeltaKernel kernel,
                                                             const Grid& grid, Index most_points,
                                                             int sweep_width) {
  return with_compared_kernel<B>(kernel, [&](auto k) -> std::unique_ptr<Spreader<B>> {
    return std::make_unique<OnTheFlyBufferSpreader<decltype(k), B>>(stream, grid, most_points, sweep_width);
  });
}

template std::unique_ptr<Spreader<ThisBackend>>
make_on_the_fly_buffer_spreader(const Stream<ThisBackend>&, DeltaKernel, const Grid&, Index, int);

} // namespace ibsim

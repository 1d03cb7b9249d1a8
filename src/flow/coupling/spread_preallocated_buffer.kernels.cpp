// Algorithm 5: buffered sweeps with a buffer that lives as long as the spreader.
#include "coupling/buffered_sweeps.hpp"

namespace ibsim {

template <class Pair, class B>
class PreallocatedBufferSpreader : public Spreader<B> {
 public:
  PreallocatedBufferSpreader(const Stream<B>& stream, const Grid& grid, Index most_points, int sweep_width)
      : sweeps_(stream, grid, most_points, sweep_width), buffer_(sweeps_.buffer_size()) {}

  void spread(const Stream<B>& stream, VectorsView<const real> X, VectorsView<const real> F,
              FaceView<real> f) override {
    require_room(X.n, sweeps_.most_points());
    sweeps_.spread(stream, X, F, f, buffer_.data());
  }

 private:
  BufferedSweeps<Pair, B> sweeps_;
  Array<real, B> buffer_;
};

template <class B>
std::unique_ptr<Spreader<B>> make_preallocated_buffer_spreader(const Stream<B>& stream, DeltaKernel kernel,
                                                               const Grid& grid, Index most_points,
                                                               int sweep_width) {
  return with_compared_kernel<B>(kernel, [&](auto k) -> std::unique_ptr<Spreader<B>> {
    return std::make_unique<PreallocatedBufferSpreader<decltype(k), B>>(stream, grid, most_points,
                                                                        sweep_width);
  });
}

template std::unique_ptr<Spreader<ThisBackend>>
make_preallocated_buffer_spreader(const Stream<ThisBackend>&, DeltaKernel, const Grid&, Index, int);

} // namespace ibsim

#include "linalg/slab_fft.hpp"

#include "parallel/with_cuda.hpp"

#include <algorithm>
#include <stdexcept>

namespace ibsim {
namespace {

constexpr int groups_over_ranks = 2;

void require_one_block(Int3 n, int fields, Size step) {
  if (fields > 1 && step != Size{n.x} * n.y * n.z)
    throw std::invalid_argument("fields that are transformed together must follow each other in memory");
}

} // namespace

template <class B>
SlabFft<B>::SlabFft(const Stream<B>& stream, Int3 n, int fields, const Communicator<B>* ranks,
                    std::vector<Index> first_planes)
    : n_(n), fields_(fields) {
  if (!ranks) {
    box_.emplace(stream, n, fields);
    return;
  }
  const auto rank = static_cast<std::size_t>(ranks->rank());
  // a row together, as RealFft has them
  const Index row = n.x / 2 + 1;
  planes_.make(first_planes[rank + 1] - first_planes[rank], Size{n.x} * n.y, Size{row} * n.y,
               [&](Index planes) {
                 return PlaneFft<B>(stream, Int3{n.x, n.y, planes}, Planes::xy, 1);
               });
  lines_.reserve(groups_over_ranks);
  for (int g = 0; g < groups_over_ranks; ++g)
    lines_.emplace_back(stream, Int3{row, n.y, n.z}, fields, *ranks, first_planes, LinesOf::rows,
                        LinePieces{row}, LineGroup{g, groups_over_ranks});
  spectrum_ = Array<Complex, B>(lines_[0].size_of_planes());
  way_.emplace(stream, piece(false, groups() - 1, fields - 1, 1) + 1);
}

template <class B>
typename SlabFft<B>::Group SlabFft<B>::group(int number) const {
  if (box_) return {0, n_.y, 0};
  std::size_t begin = 0;
  for (int g = 0; g < number; ++g) begin += lines_[static_cast<std::size_t>(g)].size_of_lines();
  const SlabLines<B>& lines = lines_[static_cast<std::size_t>(number)];
  return {lines.first(), lines.number(), begin / static_cast<std::size_t>(fields_)};
}

template <class B>
std::size_t SlabFft<B>::modes() const {
  const Group last = group(groups() - 1);
  return last.begin + static_cast<std::size_t>(n_.x / 2 + 1) * last.rows * n_.z;
}

template <class B>
void SlabFft<B>::forward(const Stream<B>& stream, const real* in, Size step, Complex* out) {
  if (box_) {
    require_one_block(n_, fields_, step);
    return box_->forward(stream, in, out);
  }
  send_planes(stream, in, step, out, {});
  for (int g = 0; g < groups(); ++g) forward_lines(stream, g, out);
}

template <class B>
void SlabFft<B>::inverse(const Stream<B>& stream, Complex* in, real* out, Size step) {
  if (box_) {
    require_one_block(n_, fields_, step);
    return box_->inverse(stream, in, out);
  }
  for (int g = 0; g < groups(); ++g) send_lines(stream, g, in);
  keep(stream, in, false);
  take_planes(stream, out, step);
}

template <class B>
void SlabFft<B>::through(const Stream<B>& stream, const real* in, Size in_step, Complex* spectrum,
                         const OnTheWay& way, real* out, Size out_step) {
  if (box_) {
    if (way.make) way.make(0), way.make(1);
    forward(stream, in, in_step, spectrum);
    way.solve(0);
    if (way.before_taking) way.before_taking();
    return inverse(stream, spectrum, out, out_step);
  }
  send_planes(stream, in, in_step, spectrum, way.make);
  for (int g = 0; g < groups(); ++g) {
    forward_lines(stream, g, spectrum);
    way.solve(g);
    send_lines(stream, g, spectrum);
  }
  keep(stream, spectrum, false);
  if (way.before_taking) way.before_taking();
  take_planes(stream, out, out_step);
}

/// Planes and their way to lines. The first halves of two fields go at once, with all groups: as much as
/// travels while the second halves are made; then one group after the other.
template <class B>
void SlabFft<B>::send_planes(const Stream<B>& stream, const real* in, Size step, Complex* out,
                             const std::function<void(int)>& make) {
  const std::size_t field = spectrum_.size() / static_cast<std::size_t>(fields_);
  const auto transform = [&](int f, int half) {
    if (f == 0 && make) make(half);
    planes_.forward(stream, half, in + f * step, spectrum_.data() + static_cast<std::size_t>(f) * field);
  };
  const auto travel = [&](int g, int f, Halves halves) {
    lines_[static_cast<std::size_t>(g)].travel(stream, *way_, piece(true, g, f, halves.end - 1),
                                               spectrum_.data(), lines(out, g, f), f, true, halves);
  };
  const int halved = std::min(2, fields_);
  for (int f = 0; f < halved; ++f) {
    transform(f, 0);
    for (int g = 0; g < groups(); ++g) travel(g, f, {0, 1});
  }
  for (int f = 0; f < fields_; ++f) {
    if (f >= halved) transform(f, 0);
    transform(f, 1);
    travel(0, f, {f < halved ? 1 : 0, 2});
  }
  for (int g = 1; g < groups(); ++g)
    for (int f = 0; f < fields_; ++f) travel(g, f, {f < halved ? 1 : 0, 2});
  keep(stream, out, true);
}

template <class B>
void SlabFft<B>::forward_lines(const Stream<B>& stream, int group, Complex* out) {
  for (int f = 0; f < fields_; ++f) {
    way_->wait(stream, piece(true, group, f, 1));
    lines_[static_cast<std::size_t>(group)].forward_lines(stream, lines(out, group, f));
  }
}

/// Lines and their way back, the last field of the last group in halves of the planes.
template <class B>
void SlabFft<B>::send_lines(const Stream<B>& stream, int group, Complex* in) {
  SlabLines<B>& of_group = lines_[static_cast<std::size_t>(group)];
  for (int f = 0; f < fields_; ++f) {
    of_group.inverse_lines(stream, lines(in, group, f));
    const bool in_halves = f == fields_ - 1 && group == groups() - 1;
    for (int half = in_halves ? 0 : 1; half < 2; ++half)
      of_group.travel(stream, *way_, piece(false, group, f, half), spectrum_.data(), lines(in, group, f), f,
                      false, {in_halves ? half : 0, half + 1});
  }
}

template <class B>
void SlabFft<B>::take_planes(const Stream<B>& stream, real* out, Size step) {
  const std::size_t field = spectrum_.size() / static_cast<std::size_t>(fields_);
  const int last = groups() - 1; // what it has sent is behind all else
  for (int f = 0; f < fields_; ++f)
    for (int half = 0; half < 2; ++half) {
      way_->wait(stream, piece(false, last, f, f == fields_ - 1 ? half : 1));
      planes_.inverse(stream, half, spectrum_.data() + static_cast<std::size_t>(f) * field, out + f * step);
    }
}

/// What does not travel, of all groups and fields.
template <class B>
void SlabFft<B>::keep(const Stream<B>& stream, Complex* spectrum, bool to_lines) {
  for (int g = 0; g < groups(); ++g)
    for (int f = 0; f < fields_; ++f)
      lines_[static_cast<std::size_t>(g)].keep(stream, spectrum_.data(), lines(spectrum, g, f), f, to_lines);
}

template class SlabFft<Cpu>;
#if defined(IBSIM_WITH_CUDA)
template class SlabFft<Cuda>;
#endif

} // namespace ibsim

// Swept, halo and plain stepping give the same bits: every equation, node width, kind of end, backend and
// number of steps, also such that no whole pass fits.
#include "backends.hpp"
#include "swept/line_cases.hpp"

#include <cstring>

namespace ibsim {
using namespace line;
namespace {

template <class B>
class LineSchemes : public BackendTest<B> {};
TYPED_TEST_SUITE(LineSchemes, Backends, BackendNames);

bool same_bits(const std::vector<real>& a, const std::vector<real>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(real)) == 0;
}

std::vector<Lines> all_ends(Index points, bool wall) {
  const real left[3] = {0.9, 0, 2.4}, right[3] = {0.2, 0, 0.3};
  std::vector<Lines> lines{periodic_line(points)};
  for (const EndKind kind : {EndKind::mirror, EndKind::open, EndKind::fixed})
    lines.push_back(bounded_line(points, kind, left, right));
  if (wall) lines.push_back(bounded_line(points, EndKind::wall, left, right));
  return lines;
}

/// All schemes against plain stepping, node widths of this backend, steps that end inside, at and after
/// passes.
template <class E, class B>
void expect_same(const Stream<B>& stream, const LineCase<E, B>& c, const std::vector<Index>& nodes) {
  for (const std::int64_t steps : {1, 7, 64, 203}) {
    const std::vector<real> plain = run_line(stream, c, {Scheme::launches}, steps);
    for (const real v : plain) ASSERT_TRUE(std::isfinite(v));
    ASSERT_FALSE(same_bits(plain, c.start));
    for (const Scheme scheme : {Scheme::graph, Scheme::barrier})
      EXPECT_TRUE(same_bits(plain, run_line(stream, c, {scheme}, steps)))
          << to_string(scheme) << ", " << steps << " steps";
    for (const Index node : nodes) {
      EXPECT_TRUE(same_bits(plain, run_line(stream, c, {Scheme::swept, node}, steps)))
          << "swept " << node << ", " << steps;
      for (const Index depth : {0, 1, 3}) {
        const auto halo = [&] { return run_line(stream, c, {Scheme::halo, node, depth}, steps); };
        EXPECT_TRUE(same_bits(plain, halo())) << "halo " << node << ", depth " << depth << ", " << steps;
      }
    }
  }
}

/// Widths that the backend has for this equation: warps with 2, 4, .. points a lane, or anything on the CPU.
template <class E, class B>
std::vector<Index> nodes_of() {
  if constexpr (std::is_same_v<B, Cuda>)
    return E::components == 1 && E::radius == 1 ? std::vector<Index>{64, 128, 256, 512}
                                                : std::vector<Index>{64, 128};
  else
    return {16, 32, 64, 256};
}

} // namespace

TYPED_TEST(LineSchemes, heat) {
  for (const Lines& lines : all_ends(1024, false))
    expect_same(this->stream(), heat_case(this->stream(), lines), nodes_of<Heat, TypeParam>());
}
TYPED_TEST(LineSchemes, kuramoto_sivashinsky) {
  for (const Lines& lines : all_ends(512, false))
    expect_same(this->stream(), kuramoto_case<KuramotoSivashinsky>(this->stream(), lines),
                nodes_of<KuramotoSivashinsky, TypeParam>());
}
TYPED_TEST(LineSchemes, kuramoto_sivashinsky_in_flux_form) {
  for (const Lines& lines : all_ends(512, false))
    expect_same(this->stream(), kuramoto_case<KuramotoSivashinskyFlux>(this->stream(), lines),
                nodes_of<KuramotoSivashinskyFlux, TypeParam>());
}
TYPED_TEST(LineSchemes, euler) {
  for (const Lines& lines : all_ends(512, true))
    expect_same(this->stream(), euler_case(this->stream(), lines), nodes_of<Euler, TypeParam>());
}
TYPED_TEST(LineSchemes, pulse_in_a_tree_of_vessels) {
  for (const Index unit : {64, 128})
    expect_same(this->stream(), pulse_case(this->stream(), tree_of_vessels(), 400, unit, 640.0 / unit),
                std::vector<Index>{unit});
}
TYPED_TEST(LineSchemes, pulse_in_vessels_that_meet_again) {
  for (const Index unit : {64, 128})
    expect_same(this->stream(), pulse_case(this->stream(), ring_of_vessels(), 400, unit, 640.0 / unit),
                std::vector<Index>{unit});
}

// More tiles than run at once on a GPU, so that a warp has several; and tiles that keep as little as they
// can.
TYPED_TEST(LineSchemes, of_more_tiles_than_warps) {
  const Stream<TypeParam>& stream = this->stream();
  const auto expect_alike = [&](const auto& c, Index depth) {
    const std::vector<real> plain = run_line(stream, c, {Scheme::launches}, 37);
    EXPECT_TRUE(same_bits(plain, run_line(stream, c, {Scheme::swept, 64}, 37)));
    for (const Index d : {Index{1}, depth})
      EXPECT_TRUE(same_bits(plain, run_line(stream, c, {Scheme::halo, 64, d}, 37))) << d;
  };
  for (const Lines& lines : all_ends(1 << 17, false)) expect_alike(heat_case(stream, lines), 16);
  expect_alike(kuramoto_case<KuramotoSivashinsky>(stream, periodic_line(1 << 16)), 4);
  expect_alike(euler_case(stream, all_ends(1 << 16, true).back()), 4);
}

// Plain stepping takes any number of points; where one node divides them, a node of one thread does too.
TYPED_TEST(LineSchemes, threads_do_not_matter) {
  const auto c = heat_case(this->stream(), periodic_line(1024));
  const std::vector<real> all = run_line(this->stream(), c, {Scheme::swept, 64}, 100);
  set_cpu_threads(1);
  const std::vector<real> one = run_line(this->stream(), c, {Scheme::swept, 64}, 100);
  const std::vector<real> plain = run_line(this->stream(), c, {Scheme::barrier}, 100);
  set_cpu_threads(0);
  EXPECT_TRUE(same_bits(all, one));
  EXPECT_TRUE(same_bits(all, plain));
}

// Also from one backend to the other: +, -, *, /, sqrt and explicit fma are the same everywhere.
TYPED_TEST(LineSchemes, backends_agree_to_the_bit) {
  const Stream<Cpu> cpu;
  const Stream<TypeParam>& here = this->stream();
  const auto agree = [&](const auto& there, const auto& case_here) {
    for (const Scheme scheme : {Scheme::swept, Scheme::halo})
      EXPECT_TRUE(same_bits(run_line(cpu, there, {Scheme::launches}, 50),
                            run_line(here, case_here, {scheme, 64}, 50)))
          << to_string(scheme);
  };
  const Lines gas = all_ends(256, true).back(), mirrors = all_ends(256, false)[1];
  agree(heat_case(cpu, mirrors), heat_case(here, mirrors));
  agree(kuramoto_case<KuramotoSivashinsky>(cpu, mirrors), kuramoto_case<KuramotoSivashinsky>(here, mirrors));
  agree(kuramoto_case<KuramotoSivashinskyFlux>(cpu, mirrors),
        kuramoto_case<KuramotoSivashinskyFlux>(here, mirrors));
  agree(euler_case(cpu, gas), euler_case(here, gas));
  agree(pulse_case(cpu, tree_of_vessels(), 400, 64, 10), pulse_case(here, tree_of_vessels(), 400, 64, 10));
}

} // namespace ibsim

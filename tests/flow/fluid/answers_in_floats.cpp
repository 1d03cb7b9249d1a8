// Answers of the fluid to forces in floats, where its fields are doubles (FlowSolver::quick_answers): right
// to the rounding of a float, and without a trace in what comes after. Ranks have their bits in vessels
// (walls/vessels_in_single_precision.cpp).
#include "backends.hpp"
#include "fluid/navier_stokes.hpp"
#include "in_floats.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

template <class B>
class QuickAnswers : public BackendTest<B> {};
TYPED_TEST_SUITE(QuickAnswers, Backends, BackendNames);

constexpr StepInTime when{.start = 0, .length = 10, .scheme = TimeScheme::bdf2}; // us

/// r of an answer: forces at two places, with a mean.
std::vector<real> two_forces(const Grid& grid) {
  std::vector<real> r(3 * static_cast<std::size_t>(grid.cells()), 0.01);
  r[static_cast<std::size_t>(grid.index(3, 4, 5))] = 1;
  r[static_cast<std::size_t>(grid.cells() + grid.index(7, 2, 1))] = -2;
  return r;
}

template <class B>
NavierStokes<B> fluid_in(const Stream<B>& stream, const Grid& grid) {
  return {stream, grid, {1, 1}, {}, {}, {}, TimeScheme::bdf2, Storage::doubles};
}

/// The answer in a number type.
template <class B>
std::vector<real> answer(const Stream<B>& stream, const Grid& grid, NavierStokes<B>& fluid, Storage storage) {
  const std::vector<real> r = two_forces(grid);
  with_faces(fluid.room_for_answers(storage), [&]<class T>(FaceView<T> to) {
    const std::vector<T> rounded(r.begin(), r.end());
    const auto cells = static_cast<std::size_t>(grid.cells());
    for (std::size_t d = 0; d < 3; ++d)
      copy_to_device(stream, to[static_cast<int>(d)], rounded.data() + d * cells, sizeof(T) * cells);
    stream.synchronize();
  });
  FaceField<B> u(stream, grid, storage);
  fluid.answer(stream, when, u.any());
  return values_of(stream, u);
}

// A solve is some ten operations along each of three directions, by transforms and by sums along z: 30
// roundings of half a bit of the largest number, most of them apart.
TYPED_TEST(QuickAnswers, are_those_in_doubles_to_the_rounding_of_floats) {
  const Grid grid{{18, 19, 16}, 0.5};
  NavierStokes<TypeParam> fluid = fluid_in<TypeParam>(this->stream(), grid);
  ASSERT_EQ(fluid.quick_answers(this->stream()), Storage::floats);
  fluid.prepare(this->stream(), when);
  const std::vector<real> exact = answer(this->stream(), grid, fluid, Storage::doubles),
                          quick = answer(this->stream(), grid, fluid, Storage::floats);
  real largest = 0, error = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    largest = std::max(largest, std::abs(exact[i]));
    error = std::max(error, std::abs(exact[i] - quick[i]));
  }
  EXPECT_LT(error, 30 * eps_of_floats / 2 * largest);
  EXPECT_GT(error, 0);
  // both share their memory, and leave nothing there
  EXPECT_EQ(answer(this->stream(), grid, fluid, Storage::doubles), exact);
  EXPECT_EQ(answer(this->stream(), grid, fluid, Storage::floats), quick);
}

// Planes of an odd number of cells do not begin where transforms take floats.
TYPED_TEST(QuickAnswers, are_in_doubles_where_planes_are_odd) {
  const Grid grid{{9, 11, 12}, 0.5};
  NavierStokes<TypeParam> fluid = fluid_in<TypeParam>(this->stream(), grid);
  EXPECT_EQ(fluid.quick_answers(this->stream()), Storage::doubles);
  Grid between_walls{{16, 16, 16}, 0.5};
  between_walls.topology.y.ends = Ends::walls;
  NavierStokes<TypeParam> other = fluid_in<TypeParam>(this->stream(), between_walls);
  EXPECT_EQ(other.quick_answers(this->stream()), Storage::doubles);
}

} // namespace
} // namespace ibsim

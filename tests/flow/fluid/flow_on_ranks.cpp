// The flow has the same bits whatever the number of ranks: that of one rank, which knows no others
// (grid/local_grid.hpp). Ranks are threads, on cores, on one GPU and on two.
#include "base/error.hpp"
#include "fields.hpp"
#include "fluid/flow_in_shear.hpp"
#include "fluid/navier_stokes.hpp"
#include "grid/rows_beyond.hpp"
#include "in_floats.hpp"
#include "own_planes.hpp"
#include "parallel/device.hpp"
#include "parallel/nccl_communicator.hpp"
#include "parallel/peer_communicator.hpp"
#include "parallel/with_cuda.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

/// All that a run of some steps leaves: u, u of the step before, the pressure, what the solver remembers.
struct Outcome {
  std::vector<real> u, before, pressure, memory;
  bool operator==(const Outcome&) const = default;
};

struct Case {
  const char* name;
  Int3 n;
  TimeScheme scheme;
  ViscosityBounds viscosity{};
  WallFlow walls{};
  Ends ends = Ends::periodic;
  Storage storage = Storage::doubles;

  Grid grid() const {
    Grid all{n, 0.5};
    all.topology.y.ends = ends;
    return all;
  }
};

/// @param local as one of several ranks, or alone, has the grid
template <class B>
Outcome some_steps(const Stream<B>& stream, const Case& c, const LocalGrid<B>& local) {
  const std::size_t cells = static_cast<std::size_t>(c.grid().cells());
  const auto field = [&](unsigned seed, bool no_flow_through_walls) {
    std::vector<real> values = random_values(3 * cells, seed);
    for (std::size_t i = 0; i < cells; ++i)
      if (no_flow_through_walls && i / c.n.x % c.n.y == 0) values[cells + i] = 0;
    const Array<real, B> whole(stream, values);
    FaceField<B> mine(stream, local.slab);
    for (int d = 0; d < 3; ++d) take_planes(stream, local, whole.data() + d * cells, mine.view()[d]);
    stream.synchronize();
    return c.storage == Storage::floats ? in_floats(stream, mine) : std::move(mine);
  };
  const bool walls = c.ends == Ends::walls;
  NavierStokes<B> fluid(stream, local, {1.1, 0.9}, {}, c.walls, c.viscosity, c.scheme, c.storage);
  FaceField<B> u = field(1, walls), v = field(2, walls);
  const FaceField<B> force = field(3, false), source = field(4, walls);
  if (c.storage == Storage::floats)
    fill_ghosts(stream, local, u.any());
  else if (c.ends != Ends::lees_edwards) // project() is for the other ends
    project(stream, local, u.view());
  fill_ghosts(stream, local, v.any());
  Array<real, B> memory = fluid.memory_at_start(stream, u.any());
  const Array<real, B> mean(stream, std::vector<real>{0.1});
  const auto prepare = [&](const StepInTime& step) {
    fluid.prepare(stream, step);
    if (c.viscosity.apart()) {
      with_faces(fluid.viscosity_source(), [&](auto to) {
        using T = std::remove_pointer_t<decltype(to.x)>;
        for (int d = 0; d < 3; ++d)
          copy_within_device(stream, to[d], source.any().template as<T>()[d],
                             sizeof(T) * static_cast<std::size_t>(local.slab.own_cells()));
      });
      fluid.set_viscosity(stream, mean.data());
    }
    if (fluid.sliding_images()) fluid.sliding_images()->open(stream, u.any());
  };
  real time = 0, before = 0;
  int steps = 0;
  FaceField<B> f(stream, local.slab, c.storage);
  for (const real k : {0.05, 0.05, 0.08}) {
    const StepInTime step{time, k, c.scheme, before, steps == 1};
    f.values().copy_from(stream, force.values());
    prepare(step);
    fluid.step(stream, step, {u.any(), memory.data(), v.any()}, f.any());
    time += k, before = k, ++steps;
  }
  Array<real, B> p(static_cast<std::size_t>(local.slab.own_cells()));
  f.values().copy_from(stream, force.values());
  prepare({time, 0, c.scheme, before});
  fluid.pressure(stream, u.any(), f.any(), p.data());
  if (c.storage == Storage::floats) u = in_doubles(stream, u), v = in_doubles(stream, v);

  Array<real, B> all(7 * cells);
  for (int d = 0; d < 3; ++d) {
    gather_planes(stream, local, u.view()[d], all.data() + d * cells);
    gather_planes(stream, local, v.view()[d], all.data() + (3 + d) * cells);
  }
  gather_planes(stream, local, p.data(), all.data() + 6 * cells);
  const std::vector<real> host = all.to_host(stream);
  const auto at = [&](std::size_t fields) {
    return host.begin() + static_cast<std::ptrdiff_t>(fields * cells);
  };
  return {{at(0), at(3)}, {at(3), at(6)}, {at(6), at(7)}, memory.to_host(stream)};
}

/// By ranks that cut a box unevenly, and by more than a narrow box has rows.
void same_on_ranks(const Case& c, const std::vector<int>& numbers = {3, 4}) {
  const Outcome one = some_steps<Cpu>({}, c, c.grid());
  EXPECT_LT(largest(one.u), 10) << c.name;
  for (const int ranks : numbers)
    in_threads(ranks, [&](const World& world) {
      const auto all = make_host_communicator(world);
      const Outcome here = some_steps<Cpu>({}, c, {c.grid(), *all});
      EXPECT_TRUE(here.u == one.u) << c.name << " in " << c.n.x << " x " << c.n.y << " x " << c.n.z << " on "
                                   << ranks << " ranks: u differs by " << largest_difference(here.u, one.u);
      EXPECT_TRUE(here.before == one.before) << c.name << " on " << ranks << " ranks";
      EXPECT_TRUE(here.pressure == one.pressure) << c.name << " on " << ranks << " ranks";
      EXPECT_TRUE(here.memory == one.memory) << c.name << " on " << ranks << " ranks";
    });
}

WallFlow moving(bool driven) {
  WallFlow walls;
  walls.lower_x = Signal{.mean = 0.3};
  walls.upper_z = Signal{.mean = 0.2, .amplitude = 0.5, .period = 0.5};
  if (driven) walls.mean_velocity = Signal{.mean = 0.4};
  return walls;
}

// even and odd rows and planes; one with fewer rows than ranks
const Int3 boxes[] = {{16, 12, 20}, {32, 32, 32}, {9, 7, 13},  {20, 3, 14},
                      {64, 16, 24}, {15, 10, 16}, {9, 9, 128}, {12, 5, 143}};

TEST(FlowOnRanks, has_the_bits_of_one_in_a_periodic_box) {
  for (const Int3 n : boxes)
    for (const TimeScheme scheme : {TimeScheme::bdf2, TimeScheme::imex_rk})
      same_on_ranks({scheme == TimeScheme::bdf2 ? "bdf2" : "imex-rk", n, scheme}, {2, 3, 4});
}

TEST(FlowOnRanks, has_the_bits_of_one_where_the_viscosity_varies) {
  for (const TimeScheme scheme : {TimeScheme::bdf2, TimeScheme::imex_rk})
    same_on_ranks({scheme == TimeScheme::bdf2 ? "bdf2" : "imex-rk", {16, 12, 20}, scheme, {0.5, 2}});
}

// Boxes with an even number of cells in a plane, as floats need.
TEST(FlowOnRanks, has_the_bits_of_one_in_single_precision) {
  for (const Int3 n : boxes)
    for (const TimeScheme scheme : {TimeScheme::bdf2, TimeScheme::imex_rk})
      for (const ViscosityBounds viscosity : {ViscosityBounds{}, ViscosityBounds{0.5, 2}})
        if (n.x * n.y % 2 == 0 && (!viscosity.apart() || n.x == 16 || n.x == 20)) {
          same_on_ranks({"in floats", n, scheme, viscosity, {}, Ends::periodic, Storage::floats});
          same_on_ranks(
              {"walls in floats", n, scheme, viscosity, moving(true), Ends::walls, Storage::floats});
          if (n.y >= rows_beyond)
            same_on_ranks({"shear in floats", n, scheme, viscosity, sheared_at({.mean = 0.7}),
                           Ends::lees_edwards, Storage::floats});
        }
}

TEST(FlowOnRanks, has_the_bits_of_one_between_walls) {
  for (const Int3 n : boxes)
    for (const TimeScheme scheme : {TimeScheme::bdf2, TimeScheme::imex_rk})
      for (const bool driven : {false, true})
        same_on_ranks({scheme == TimeScheme::bdf2 ? "bdf2 between walls" : "imex-rk between walls",
                       n,
                       scheme,
                       {},
                       moving(driven),
                       Ends::walls});
}

TEST(FlowOnRanks, has_the_bits_of_one_where_the_viscosity_varies_between_walls) {
  for (const TimeScheme scheme : {TimeScheme::bdf2, TimeScheme::imex_rk})
    same_on_ranks({scheme == TimeScheme::bdf2 ? "bdf2 between walls" : "imex-rk between walls",
                   {16, 12, 20},
                   scheme,
                   {0.5, 2},
                   moving(true),
                   Ends::walls});
}

TEST(FlowOnRanks, has_the_bits_of_one_in_unbounded_shear) {
  for (const Int3 n : boxes)
    for (const TimeScheme scheme : {TimeScheme::bdf2, TimeScheme::imex_rk})
      if (n.y >= 4)
        same_on_ranks({scheme == TimeScheme::bdf2 ? "bdf2 in shear" : "imex-rk in shear",
                       n,
                       scheme,
                       {},
                       sheared_at({.mean = 0.7}),
                       Ends::lees_edwards});
}

TEST(FlowOnRanks, has_the_bits_of_one_where_the_viscosity_varies_in_unbounded_shear) {
  for (const Int3 n : {Int3{16, 12, 20}, Int3{9, 7, 13}}) // z even: a mode that alternates is left out
    for (const TimeScheme scheme : {TimeScheme::bdf2, TimeScheme::imex_rk})
      same_on_ranks({scheme == TimeScheme::bdf2 ? "bdf2 in shear" : "imex-rk in shear",
                     n,
                     scheme,
                     {0.5, 2},
                     sheared_at({.mean = 0.7}),
                     Ends::lees_edwards});
}

/// Forces near the ends in y come into the box across the seam, and images of it come out, on ranks as on
/// one.
TEST(FlowOnRanks, has_the_images_of_one_in_unbounded_shear) {
  const Case c{"shear", {16, 12, 20}, TimeScheme::imex_rk, {}, sheared_at({.mean = 0.7}), Ends::lees_edwards};
  const auto images = [&](const LocalGrid<Cpu>& local) {
    const Stream<Cpu> stream;
    NavierStokes<Cpu> fluid(stream, local, {1.1, 0.9}, {}, c.walls, {}, c.scheme);
    const Grid grid = c.grid(), wide = with_rows_beyond(grid);
    LocalGrid<Cpu> wide_local = local;
    wide_local.grid = wide, wide_local.slab.whole = wide.n;
    const std::size_t cells = static_cast<std::size_t>(grid.cells()),
                      all = static_cast<std::size_t>(wide.cells());
    const std::vector<real> u = random_values(3 * cells, 5), density = random_values(3 * all, 6);
    FaceField<Cpu> mine(stream, local.slab), spread(stream, wide_local.slab), f(stream, local.slab);
    for (int d = 0; d < 3; ++d) {
      take_planes(stream, local, view_of(grid, u)[d], mine.view()[d]);
      take_planes(stream, wide_local, view_of(wide, density)[d], spread.view()[d]);
    }
    fluid.prepare(stream, {1.3, 0.05, c.scheme});
    const auto v = fluid.sliding_images()->open(stream, mine.any()).as<real>();
    fluid.sliding_images()->fold(stream, spread.any(), f.any());
    std::vector<real> found(3 * (all + cells));
    for (int d = 0; d < 3; ++d) {
      gather_planes(stream, wide_local, v[d], found.data() + d * all);
      gather_planes(stream, local, f.view()[d], found.data() + 3 * all + d * cells);
    }
    return found;
  };
  const std::vector<real> one = images(c.grid());
  for (const int ranks : {2, 3, 4})
    in_threads(ranks, [&](const World& world) {
      const auto all = make_host_communicator(world);
      EXPECT_TRUE(images(LocalGrid<Cpu>(c.grid(), *all)) == one) << ranks << " ranks";
    });
}

#if defined(IBSIM_WITH_CUDA)
void same_on_gpus(const Case& c, int gpus) {
  const Outcome one = some_steps<Cuda>(Stream<Cuda>(), c, c.grid());
  EXPECT_LT(largest(one.u), 10) << c.name;
  for (const int ranks : {2, 3}) {
    in_threads(ranks, [&](const World& world) {
      const Stream<Cuda> stream(world.rank() % gpus);
      const auto all = make_peer_communicator(world, stream);
      const Outcome here = some_steps<Cuda>(stream, c, {c.grid(), *all});
      EXPECT_TRUE(here == one) << c.name << " in " << c.n.x << " x " << c.n.y << " x " << c.n.z << " on "
                               << ranks << " ranks and " << gpus << " GPUs: u differs by "
                               << largest_difference(here.u, one.u) / eps << " eps, the pressure by "
                               << largest_difference(here.pressure, one.pressure) / eps;
    });
  }
}

TEST(FlowOnRanksOfGpus, has_the_bits_of_one) {
  if (const std::string why = why_no_cuda_device(); !why.empty()) GTEST_SKIP() << why;
  for (const int gpus : {1, 2}) {
    if (gpus > 1 && cuda_devices() < 2) continue;
    for (const Int3 n : {Int3{16, 12, 20}, Int3{32, 32, 32}, Int3{9, 7, 33}, Int3{64, 24, 48}})
      for (const TimeScheme scheme : {TimeScheme::bdf2, TimeScheme::imex_rk})
        for (const ViscosityBounds& viscosity : {ViscosityBounds{}, ViscosityBounds{0.5, 2}}) {
          if (viscosity.apart() && n.x != 16) continue;
          for (const Storage storage : {Storage::doubles, Storage::floats}) {
            if (storage == Storage::floats && n.x * n.y % 2 != 0) continue;
            same_on_gpus({"periodic", n, scheme, viscosity, {}, Ends::periodic, storage}, gpus);
            same_on_gpus({"walls", n, scheme, viscosity, moving(true), Ends::walls, storage}, gpus);
            same_on_gpus(
                {"shear", n, scheme, viscosity, sheared_at({.mean = 0.7}), Ends::lees_edwards, storage},
                gpus);
          }
        }
  }
}

/// One GPU transforms planes, ranks rows and lines: cuFFT has kernels of its own for some lengths.
TEST(FlowOnRanksOfGpus, has_the_bits_of_one_for_any_length_of_rows) {
  if (const std::string why = why_no_cuda_device(); !why.empty()) GTEST_SKIP() << why;
  for (const int n : {6, 10, 18, 20, 24, 40, 128, 256})
    for (const Storage storage : {Storage::doubles, Storage::floats})
      same_on_gpus({"walls", {n, 8, 32}, TimeScheme::bdf2, {}, moving(true), Ends::walls, storage}, 1);
}

TEST(FlowOnRanksWithNccl, has_the_bits_of_one) {
  if (cuda_devices() < 2) GTEST_SKIP() << "there are no two GPUs";
  if (const std::string why = why_no_nccl(); !why.empty()) GTEST_SKIP() << why;
  in_threads(2, [](const World& world) {
    const Stream<Cuda> stream(world.rank());
    const auto all = make_nccl_communicator(world, stream);
    for (const TimeScheme scheme : {TimeScheme::bdf2, TimeScheme::imex_rk})
      for (const Ends ends : {Ends::periodic, Ends::walls}) {
        const Case c{"",  {64, 32, 48}, scheme, {0.5, 2}, ends == Ends::walls ? moving(true) : WallFlow{},
                     ends};
        const Outcome one = some_steps<Cuda>(stream, c, c.grid()),
                      here = some_steps<Cuda>(stream, c, {c.grid(), *all});
        EXPECT_TRUE(here == one) << (ends == Ends::walls ? "walls" : "periodic") << ", u differs by "
                                 << largest_difference(here.u, one.u);
      }
  });
}
#endif

TEST(FlowOnRanks, asks_for_ends_and_sizes_that_ranks_can_have) {
  in_threads(4, [](const World& world) {
    const auto all = make_host_communicator(world);
    Grid grid{{8, 8, 7}, 0.5};
    EXPECT_THROW(LocalGrid<Cpu>(grid, *all), InputError); // a rank needs two planes
    grid.n = {4, 8, 8};
    for (const Ends ends : {Ends::walls, Ends::lees_edwards}) {
      grid.topology.y.ends = ends; // three columns of modes
      EXPECT_THROW(NavierStokes<Cpu>({}, LocalGrid<Cpu>(grid, *all), {1, 1}), InputError);
    }
  });
}

} // namespace
} // namespace ibsim

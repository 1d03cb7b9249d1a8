// slab.hpp, neighbours.hpp, local_grid.hpp: whoever has which planes, a stencil sees the same numbers.
#include "base/error.hpp"
#include "fields.hpp"
#include "grid/for_each_stencil.hpp"
#include "own_planes.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

const Int3 sizes[] = {{7, 5, 9}, {4, 3, 8}, {3, 3, 13}};

/// work(local, u) on each of so many ranks, u its part of the field with ghosts filled, at first not numbers
template <class Work>
void on_ranks(int ranks, const Grid& grid, const std::vector<real>& inside, Work work) {
  in_threads(ranks, [&](const World& world) {
    const Stream<Cpu> stream;
    const auto communicator = make_host_communicator(world);
    const LocalGrid<Cpu> local(grid, *communicator);
    FaceField<Cpu> u(stream, local.slab);
    u.values().set(stream, std::vector<real>(u.values().size(), std::numeric_limits<real>::quiet_NaN()));
    for (int d = 0; d < 3; ++d) take_planes(stream, local, view_of(grid, inside)[d], u.view()[d]);
    fill_ghosts(stream, local, u.view());
    work(local, u);
  });
}

TEST(Ghosts, are_planes_of_the_box) {
  for (const Int3 n : sizes)
    for (const int ranks : {1, 2, 3, 4}) {
      const Grid grid{n, 0.5};
      const std::vector<real> inside = random_values(3 * static_cast<std::size_t>(grid.cells()), 1);
      on_ranks(ranks, grid, inside, [&](const LocalGrid<Cpu>& local, FaceField<Cpu>& u) {
        const Slab& slab = local.slab;
        EXPECT_EQ(slab.ghosts, ranks > 1 ? ghost_planes : 0);
        for (int d = 0; d < 3; ++d)
          for (int at = 0; at < slab.stored(); ++at) {
            const int k = wrapped_around(slab.first - slab.ghosts + at, n.z);
            for (Index c = 0; c < slab.plane_cells(); ++c)
              ASSERT_EQ(u.values().data()[d * slab.stored_cells() + at * slab.plane_cells() + c],
                        inside[d * grid.cells() + k * slab.plane_cells() + c]);
          }
        std::vector<real> whole(static_cast<std::size_t>(grid.cells()));
        gather_planes({}, local, u.view().y, whole.data());
        ASSERT_TRUE(std::equal(whole.begin(), whole.end(), inside.begin() + grid.cells()));
      });
    }
}

// All operators of the grid, to the bit.
TEST(Ghosts, give_every_stencil_the_numbers_of_the_periodic_box) {
  for (const Int3 n : sizes)
    for (const int ranks : {1, 2, 3, 4}) {
      const Grid grid{n, 0.5};
      const std::vector<real> inside = random_values(3 * static_cast<std::size_t>(grid.cells()), 2);
      const FaceView<const real> u = view_of(grid, inside);
      on_ranks(ranks, grid, inside, [&](const LocalGrid<Cpu>& local, FaceField<Cpu>& field) {
        const FaceView<const real> v = field.view();
        Index cell = local.slab.first * local.slab.plane_cells();
        const Size own = local.slab.own_cells();
        std::vector<Neighbours> of_cells(static_cast<std::size_t>(own));
        for_each_stencil(Stream<Cpu>(), local.slab,
                         [all = of_cells.data()](const Neighbours& at) { all[at.here] = at; });
        for (const Neighbours& b : of_cells) {
          const Neighbours a = neighbours(grid, cell++);
          ASSERT_EQ(divergence_at_cell(u, a, 2), divergence_at_cell(v, b, 2));
          ASSERT_EQ(laplacian(u.y, a, 4), laplacian(v.y, b, 4));
          ASSERT_EQ(gradient_at_face<2>(u.x, a, 2), gradient_at_face<2>(v.x, b, 2));
          ASSERT_EQ(advection_at_face<0>(u, a, 2), advection_at_face<0>(v, b, 2));
          ASSERT_EQ(advection_at_face<1>(u, a, 2), advection_at_face<1>(v, b, 2));
          ASSERT_EQ(advection_at_face<2>(u, a, 2), advection_at_face<2>(v, b, 2));
        }
      });
    }
}

} // namespace
} // namespace ibsim

// fill_boundary.hpp and neighbours.hpp: with ghosts and without, a stencil sees the same numbers.
#include "backends.hpp"
#include "base/error.hpp"
#include "fields.hpp"
#include "grid/fill_boundary.hpp"

namespace ibsim {
namespace {

template <class B>
class Ghosts : public BackendTest<B> {
 public:
  /// The values of all components, and their ghosts as fill_boundary leaves them.
  static std::vector<real> filled(const Stream<B>& stream, const Grid& grid, Int3 halo,
                                  const std::vector<real>& inside) {
    FaceField<B> u(stream, grid, halo);
    const Subdomain part = u.part();
    const real never = std::numeric_limits<real>::quiet_NaN();
    std::vector<real> values(3 * static_cast<std::size_t>(part.size()), never);
    for (int d = 0; d < 3; ++d)
      for (int k = 0; k < grid.n.z; ++k)
        for (int j = 0; j < grid.n.y; ++j)
          for (int i = 0; i < grid.n.x; ++i)
            values[d * part.size() + part.index(i, j, k)] = inside[d * grid.cells() + grid.index(i, j, k)];
    u.values().set(stream, values);
    fill_boundary(stream, *make_self_communicator<B>(), grid, u);
    return u.values().to_host(stream);
  }
};
TYPED_TEST_SUITE(Ghosts, Backends, BackendNames);

const Int3 sizes[] = {{7, 5, 6}, {4, 3, 3}, {3, 3, 8}},
           halos[] = {{0, 0, 0}, {1, 1, 1}, {0, 1, 0}, {0, 0, 3}, {2, 1, 3}};

TYPED_TEST(Ghosts, are_the_periodic_images) {
  for (const Int3 n : sizes)
    for (const Int3 halo : halos) {
      const Grid grid{n, 0.5};
      const std::vector<real> inside = random_values(3 * static_cast<std::size_t>(grid.cells()), 1);
      const std::vector<real> all = this->filled(this->stream(), grid, halo, inside);
      const Subdomain part = whole(n, halo);
      for (int d = 0; d < 3; ++d)
        for (int k = -halo.z; k < n.z + halo.z; ++k)
          for (int j = -halo.y; j < n.y + halo.y; ++j)
            for (int i = -halo.x; i < n.x + halo.x; ++i)
              ASSERT_EQ(all[d * part.size() + part.index(i, j, k)],
                        inside[d * grid.cells() + grid.index(wrapped_around(i, n.x), wrapped_around(j, n.y),
                                                             wrapped_around(k, n.z))]);
    }
}

// All operators of the grid, to the bit: a solver may have ghosts or not.
TYPED_TEST(Ghosts, give_every_stencil_the_numbers_of_the_periodic_box) {
  for (const Int3 n : sizes)
    for (const Int3 halo : halos) {
      const Grid grid{n, 0.5};
      const std::vector<real> inside = random_values(3 * static_cast<std::size_t>(grid.cells()), 2);
      const std::vector<real> all = this->filled(this->stream(), grid, halo, inside);
      const Subdomain part = whole(n, halo);
      const FaceView<const real> u = view_of(grid, inside),
                                 v{all.data(), all.data() + part.size(), all.data() + 2 * part.size()};
      for (int k = 0; k < n.z; ++k)
        for (int j = 0; j < n.y; ++j)
          for (int i = 0; i < n.x; ++i) {
            const Neighbours a = neighbours(grid, i, j, k), b = neighbours(part, i, j, k);
            ASSERT_EQ(divergence_at_cell(u, a, 2), divergence_at_cell(v, b, 2));
            ASSERT_EQ(laplacian(u.y, a, 4), laplacian(v.y, b, 4));
            ASSERT_EQ(gradient_at_face<2>(u.x, a, 2), gradient_at_face<2>(v.x, b, 2));
            ASSERT_EQ(advection_at_face<0>(u, a, 2), advection_at_face<0>(v, b, 2));
            ASSERT_EQ(advection_at_face<1>(u, a, 2), advection_at_face<1>(v, b, 2));
            ASSERT_EQ(advection_at_face<2>(u, a, 2), advection_at_face<2>(v, b, 2));
          }
    }
}

TYPED_TEST(Ghosts, ask_for_ends_and_sizes_that_can_be_filled) {
  auto& stream = this->stream();
  const auto self = make_self_communicator<TypeParam>();
  Grid grid{{4, 4, 2}, 0.5};
  FaceField<TypeParam> thick(stream, grid, {0, 0, 3}), thin(stream, grid, {1, 1, 1});
  EXPECT_THROW(fill_boundary(stream, *self, grid, thick), std::invalid_argument);
  grid.topology.y.ends = Ends::walls;
  EXPECT_THROW(fill_boundary(stream, *self, grid, thin), InputError);
}

} // namespace
} // namespace ibsim

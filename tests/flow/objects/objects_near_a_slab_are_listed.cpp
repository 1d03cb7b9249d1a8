// Lists of objects hold what they promise: all that come near a slab, around the box, and no more objects
// than before as long as these are enough.
#include "objects/listed_objects.hpp"

#include "backends.hpp"
#include "mechanics/membranes.hpp"
#include "model/initial_sites.hpp"
#include "simulation/scenarios.hpp"
#include "state/make_structures.hpp"

#include <algorithm>
#include <random>

namespace ibsim {
namespace {

const Grid grid{{8, 8, 40}, 0.5}; // 20 um long

/// The gap by its definition: over all images and over both ends.
real gap_by_images(const Slab& slab, const Extent& e) {
  real least = 1e9;
  for (int image = -20; image <= 20; ++image) {
    const real low = e.low + 20.0 * image, high = e.high + 20.0 * image;
    const real begin = 0.5 * slab.first, end = 0.5 * (slab.first + slab.planes);
    least = std::min(least, std::max({real{0}, low - end, begin - high}));
  }
  return least;
}

std::vector<Extent> some_extents(std::size_t n) {
  std::mt19937 random(3);
  std::uniform_real_distribution<real> place(-100, 100), size(0, 6);
  std::vector<Extent> extents;
  for (std::size_t o = 0; o < n; ++o) {
    const real low = place(random);
    extents.push_back({low, low + size(random)});
  }
  return extents;
}

} // namespace

TEST(ListsOfObjects, gaps_are_those_to_the_nearest_image) {
  for (int rank = 0; rank < 4; ++rank) {
    const Slab slab = slab_of(grid, rank, 4, grid.n.z);
    for (const Extent& e : some_extents(200))
      EXPECT_NEAR(gap_between(grid, slab, e), gap_by_images(slab, e), 1e-12) // of places of 100 um: 5e-14
          << e.low << " to " << e.high;
    EXPECT_EQ(gap_between(grid, slab, {3, 24}), 0); // longer than the box
    EXPECT_EQ(gap_between(grid, slab, {std::nan(""), std::nan("")}), 0);
  }
}

// An object of which a part lies beyond an end of the box in y is there with what images are moved by; one
// that is near an end counts as beyond it.
TEST(ListsOfObjects, gaps_are_those_of_all_parts_where_images_slide) {
  constexpr real height = 4, reach = 0.5, sliding = 107.3; // five times the box and 7.3 um
  std::vector<Extent> extents = some_extents(200);
  for (std::size_t o = 0; o < extents.size(); ++o) {
    Extent& e = extents[o];
    e.bottom = -9 + 0.1 * static_cast<real>(o), e.top = e.bottom + 2;
    for (int rank = 0; rank < 4; ++rank) {
      const Slab slab = slab_of(grid, rank, 4, grid.n.z);
      real least = 1e9;
      for (int image = -10; image <= 10; ++image) // the box from height * image on, and its ends
        if (e.top + reach >= height * image && e.bottom - reach < height * (image + 1))
          least = std::min(least, gap_by_images(slab, {e.low - 7.3 * image, e.high - 7.3 * image}));
      EXPECT_NEAR(gap_between(grid, slab, e, sliding, reach), least, 1e-9) << o;
    }
  }
  EXPECT_EQ(gap_between(grid, slab_of(grid, 0, 4, 40), {1, 2, std::nan(""), 1}, sliding), 0);
}

TEST(ListsOfObjects, hold_all_within_reach_and_keep_their_number) {
  const Slab slab = slab_of(grid, 1, 4, grid.n.z);
  std::vector<Extent> extents = some_extents(100);
  const ListedKind first = list_for(grid, slab, extents, 1.5, 0);
  ASSERT_FALSE(first.is_all);
  EXPECT_TRUE(std::is_sorted(first.objects.begin(), first.objects.end()));
  EXPECT_LT(first.objects.size(), 85u);
  EXPECT_FALSE(lacks_one(grid, slab, extents, first, 1.5));
  for (Extent& e : extents) e.low += 0.1, e.high += 0.1;
  const ListedKind next = list_for(grid, slab, extents, 1.4, first.objects.size());
  EXPECT_EQ(next.objects.size(), first.objects.size());
  EXPECT_FALSE(lacks_one(grid, slab, extents, next, 1.4));
  for (Extent& e : extents) e.low += 10, e.high += 10; // half the box
  EXPECT_TRUE(lacks_one(grid, slab, extents, next, 1.5));
  EXPECT_TRUE(list_for(grid, slab, extents, 20, 0).is_all); // as long as the box
}

TEST(ListsOfObjects, reach_as_far_as_objects_go_before_lists_follow) {
  FlowModel model;
  model.grid = grid;
  model.objects.emplace_back(); // with few data sites, over which others lie by an eighth of the object
  model.objects[0].closed() = {.surface = {ReferenceShape::sphere, {4, 4, 4}}, .data_sites = 100};
  const ListReach alone = reach_of_lists(model, {{{0, 8}}});
  // a kernel's two cells, a cell a step of those by the same lists, one step more, and what sites overhang
  EXPECT_GE(alone.needed, (2 + steps_of_lists + 1) * 0.5 + 1);
  EXPECT_GT(alone.listed, alone.needed);
  model.contact = {.pressure = 0.1, .range = 0.7};
  EXPECT_GE(reach_of_lists(model, {{{0, 8}}}).needed, 2 * alone.needed + 8 + 0.7);
  model.contact = {};
  model.grid.topology.y.ends = Ends::lees_edwards; // whose images each go by a cell a step, too
  EXPECT_GE(reach_of_lists(model, {{{0, 8}}}).needed, alone.needed + 2 * steps_of_lists * 0.5);
}

// Of cells at rest and drawn out to twice their length, however they lie.
TEST(ListsOfObjects, know_how_far_sample_sites_lie_beyond_data_sites) {
  const ReferenceSurface platelet{ReferenceShape::ellipsoid, {1.55, 1.55, 0.5}},
      sphere{ReferenceShape::sphere, {4, 4, 4}};
  std::mt19937 random(5);
  std::normal_distribution<real> normal;
  for (const ReferenceSurface& surface : {red_cell, platelet, the_sphere})
    for (const int data : {100, 300, 864}) {
      ObjectKind kind;
      kind.closed() = {.surface = surface, .data_sites = data};
      const std::vector<Real3> of_data = quasi_uniform_nodes(surface, data),
                               of_samples = quasi_uniform_nodes(surface, 5 * data);
      for (int draw = 0; draw < 40; ++draw) {
        const Real3 along = normalized(Real3{normal(random), normal(random), normal(random)}),
                    drawn = draw % 2 ? Real3{2, 0.7, 0.7} : Real3{1, 1, 1};
        const auto between = [&](const std::vector<Real3>& nodes) {
          Extent found{1e9, -1e9};
          for (const Real3& xi : nodes) {
            const Real3 X = position(surface, xi);
            const real z = along.x * drawn.x * X.x + along.y * drawn.y * X.y + along.z * drawn.z * X.z;
            found = {std::min(found.low, z), std::max(found.high, z)};
          }
          return found;
        };
        const Extent samples = between(of_samples), sites = between(of_data);
        const real overhang = std::max(samples.high - sites.high, sites.low - samples.low);
        EXPECT_LT(overhang, overhang_of_samples(kind, sites.high - sites.low)) << data;
      }
    }
}

// Objects that go from rank to rank are told of by lists, before and after.
TEST(ListsOfObjects, stay_lists_and_are_of_all_that_touch_listed_ones) {
  FlowModel model = testing_scenarios::sphere(16, 120, 0.5, 5);
  model.objects.push_back(model.objects[0]);
  for (ObjectKind& kind : model.objects) kind.placements.resize(3, kind.placements[0]);
  const ListedKind all, two{false, {0, 2}, {}}, one{false, {1}, {}};
  std::vector<ListedObjects> lists{{two, all}, {one, all}};
  tell_of_each(model, lists);
  EXPECT_TRUE(lists[1][1].is_all);
  model.contact = {.pressure = 0.1, .range = 0.7};
  tell_of_each(model, lists);
  for (const ListedObjects& of_rank : lists) EXPECT_EQ(of_rank[1].objects, (std::vector<Index>{0, 1, 2}));
  EXPECT_EQ(lists[0][1].told, (std::vector<Index>{0, 1, 2}));
  EXPECT_EQ(lists[1][1].told, (std::vector<Index>{-1, -1, -1}));
  std::vector<ListedObjects> next{{all, all}, {all, all}};
  tell_of_each(model, next, lists);
  EXPECT_EQ(next[1][0].objects, (std::vector<Index>{0, 1, 2}));
}

template <class B>
class ListsOfObjectsOn : public BackendTest<B> {};
TYPED_TEST_SUITE(ListsOfObjectsOn, Backends, BackendNames);

TYPED_TEST(ListsOfObjectsOn, take_and_give_back) {
  using B = TypeParam;
  const Stream<B>& stream = this->stream();
  std::vector<real> of_all(3 * 5 * 2); // five objects of two sites
  for (std::size_t i = 0; i < of_all.size(); ++i) of_all[i] = static_cast<real>(i);
  const Array<real, B> all(stream, of_all);
  const Array<Index, B> listed(stream, std::vector<Index>{1, 4}), given(stream, std::vector<Index>{-1, 4});
  Array<real, B> part(stream, 3 * 2 * 2), back(stream, of_all.size());
  take_objects<B>(stream, listed, 2, vectors_view<const real>(all.data(), 10), vectors_view(part.data(), 4));
  EXPECT_EQ(part.to_host(stream), (std::vector<real>{2, 3, 8, 9, 12, 13, 18, 19, 22, 23, 28, 29}));
  give_objects_back<B>(stream, given, 2, vectors_view<const real>(part.data(), 4),
                       vectors_view(back.data(), 10));
  std::vector<real> expected(of_all.size(), 0);
  for (const std::size_t i : {8, 9, 18, 19, 28, 29}) expected[i] = of_all[i];
  EXPECT_EQ(back.to_host(stream), expected);
  const std::vector<Extent> extents =
      extents_of_objects<B>(stream, vectors_view<const real>(all.data(), 10), 2);
  EXPECT_EQ(extents[3].low, 26);
  EXPECT_EQ(extents[3].high, 27);
  EXPECT_EQ(extents[3].bottom, 16);
  EXPECT_EQ(extents[3].top, 17);
}

// Where lists begin, without the sites of all objects.
TEST(ExtentsAtStart, are_those_of_the_sites_at_the_start) {
  std::mt19937 random(6);
  std::uniform_real_distribution<real> unit(-1, 1);
  const auto anywhere = [&] { return Real3{unit(random), unit(random), unit(random)}; };
  std::vector<Real3> at_rest(50);
  for (Real3& x : at_rest) x = anywhere();
  std::vector<Placement> placements(100);
  for (Placement& placement : placements) {
    placement.centre = 20.0 * anywhere(), placement.stretch = anywhere();
    for (Real3& row : placement.rotation) row = anywhere(); // of any matrix
  }
  const std::vector<Extent> expected = extents_of_objects(initial_sites(placements, at_rest), 50),
                            found = extents_at_start(placements, at_rest);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t o = 0; o < found.size(); ++o) {
    EXPECT_EQ(found[o].low, expected[o].low);
    EXPECT_EQ(found[o].high, expected[o].high);
    EXPECT_EQ(found[o].bottom, expected[o].bottom);
    EXPECT_EQ(found[o].top, expected[o].top);
  }
}

// Whoever has an object: its forces are the same bits among any others. Of more than 256 objects, so that on
// a GPU their columns are apart.
TYPED_TEST(ListsOfObjectsOn, make_the_forces_that_all_make) {
  using B = TypeParam;
  const Stream<B>& stream = this->stream();
  Scenario s = testing_scenarios::red_cell_in_shear(16, 100, 300, 0.5, 10);
  ObjectKind& cell = s.objects[0];
  cell.closed().bending = {.modulus = 2e-4, .about_reference = true};
  cell.closed().global_area_modulus = 0.1;
  cell.closed().viscosity = {.viscosity = 100, .model = ViscosityModel::maxwell, .modulus = 0.1};
  cell.tethers = {{1e-4, {{0, 0, -1}, 2}}};
  cell.tweezers = {{{1, 0, 0}, 0.05, 2, {2, 7}}};
  constexpr std::size_t objects = 300;
  cell.placements.assign(objects, cell.placements[0]);
  std::mt19937 random(5);
  std::uniform_real_distribution<real> unit(0, 1);
  for (Placement& placement : cell.placements) placement.centre = {16 * unit(random), 16 * unit(random), 8};
  const std::vector<SurfaceKind> kinds = make_surface_kinds(s, "");
  const auto n_data = static_cast<std::size_t>(kinds[0].operators.n_data),
             n_sample = static_cast<std::size_t>(kinds[0].operators.n_sample);
  std::vector<real> X = initial_sites(cell.placements, kinds[0].start());
  for (real& x : X) x += 0.05 * unit(random); // so that each object has other forces
  std::vector<Index> everyone(objects);
  for (std::size_t o = 0; o < objects; ++o) everyone[o] = static_cast<Index>(o);

  // forces of listed objects, all x, all y, all z
  const auto forces_of = [&](const std::vector<Index>& listed) {
    Structure<B> structure = std::move(make_structures(stream, s, kinds, {{false, listed}})[0]);
    std::vector<StateArray<B>> remembered = structure.state_at_start(stream, "");
    const std::size_t slots = listed.size();
    std::vector<real> mine(3 * slots * n_data);
    for (std::size_t d = 0; d < 3; ++d)
      for (std::size_t o = 0; o < slots; ++o)
        std::copy_n(X.begin() + static_cast<std::ptrdiff_t>((d * objects + listed[o]) * n_data), n_data,
                    mine.begin() + static_cast<std::ptrdiff_t>((d * slots + o) * n_data));
    const Array<real, B> sites(stream, mine), U(stream, mine.size());
    Array<real, B> at(stream, 3 * slots * n_sample), F(stream, 3 * slots * n_sample);
    const auto data = static_cast<Index>(slots * n_data), samples = static_cast<Index>(slots * n_sample);
    const VectorsView<real> forces = vectors_view(F.data(), samples);
    structure.forces(stream, {vectors_view<const real>(sites.data(), data), remembered},
                     vectors_view<const real>(U.data(), data), 0.1, vectors_view(at.data(), samples), forces);
    structure.resolve_forces(stream, forces);
    return F.to_host(stream);
  };
  const std::vector<real> all = forces_of(everyone);
  for (const std::size_t slots : {std::size_t{1}, std::size_t{3}, std::size_t{40}, std::size_t{257}}) {
    std::vector<Index> listed = everyone;
    std::shuffle(listed.begin(), listed.end(), random);
    listed.resize(slots);
    std::sort(listed.begin(), listed.end());
    const std::vector<real> some = forces_of(listed);
    int different = 0;
    for (std::size_t d = 0; d < 3; ++d)
      for (std::size_t o = 0; o < slots; ++o)
        for (std::size_t i = 0; i < n_sample; ++i)
          different += some[(d * slots + o) * n_sample + i] !=
                       all[(d * objects + static_cast<std::size_t>(listed[o])) * n_sample + i];
    EXPECT_EQ(different, 0) << slots << " objects";
  }
}

} // namespace ibsim

// Inverses of walls of points in the cache (walls/kept_inverse.hpp): a second start reads them and has the
// same bits; a damaged file is made anew.
#include "backends.hpp"
#include "files/file_bytes.hpp"
#include "flow/flow_files/read_text.hpp"
#include "simulation/simulation_on.hpp"
#include "state/make_structures.hpp"
#include "state/state_hash.hpp"
#include "test_folder.hpp"
#include "walls/kept_inverse.hpp"
#include "walls/vessel.hpp"
#include "walls/wall_inverse.hpp"

#include <filesystem>

namespace ibsim {
namespace {

template <class B>
class KeptInverses : public BackendTest<B> {
 protected:
  std::uint64_t hash_of_run(const std::string& cache_folder, const std::string& step = "10 us") {
    Scenario s = read("domain: {size: [7 um, 6 um, 5 um], cell: 0.5 um}\n"
                      "vessel: {shape: {cylinder: {axis: z, at: [3.4 um, 3 um, 0 um], radius: 2 um}}}\n"
                      "flow: {pressure_gradient: 10 kPa/m}\ntime: {step: " +
                      step + ", end: 400 us}\noutput: {fluid_every: never}\n");
    s.cache_folder = cache_folder;
    SimulationOn<B> simulation(this->stream(), s, make_surface_kinds(s, {}));
    for (int k = 0; k < 3; ++k) simulation.advance();
    points = static_cast<Index>(s.vessel->points().size());
    patches = make_patches(s.grid, s.vessel->points()).number();
    return state_hash(this->stream(), simulation.state());
  }
  Index points = 0, patches = 0;
};
TYPED_TEST_SUITE(KeptInverses, Backends, BackendNames);

std::vector<std::filesystem::path> files_of(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  return files;
}

TYPED_TEST(KeptInverses, give_the_bits_of_new_ones_and_are_read) {
  const TestFolder folder;
  const std::uint64_t without = this->hash_of_run("");
  EXPECT_EQ(this->hash_of_run(folder.path.string()), without);
  const std::vector<std::filesystem::path> files = files_of(folder.path);
  ASSERT_EQ(files.size(), 1u); // equal steps need one rung, and no draft is left
  const auto written = std::filesystem::last_write_time(files[0]);
  EXPECT_EQ(this->hash_of_run(folder.path.string()), without);
  EXPECT_EQ(std::filesystem::last_write_time(files[0]), written);

  // what is kept is what a run takes: another inverse gives another state
  std::optional<KeptInverse> kept = read_inverse(files[0], this->points, this->patches);
  ASSERT_TRUE(kept);
  for (auto& block : kept->local.blocks)
    for (real& value : block) value *= 0.9;
  keep_inverse(files[0], *kept);
  EXPECT_NE(this->hash_of_run(folder.path.string()), without);
}

TYPED_TEST(KeptInverses, are_made_anew_where_a_file_is_damaged) {
  const TestFolder folder;
  const std::uint64_t without = this->hash_of_run("");
  this->hash_of_run(folder.path.string());
  const std::filesystem::path file = files_of(folder.path).at(0);
  const std::string whole = read_file(file);
  std::string turned = whole;
  turned[whole.size() / 2] ^= 1;
  for (const std::string& damaged :
       {whole.substr(0, whole.size() / 2), whole.substr(0, 20), std::string(), turned, whole + "more"}) {
    write_text(file, damaged);
    EXPECT_FALSE(read_inverse(file, this->points, this->patches)) << damaged.size();
    EXPECT_EQ(this->hash_of_run(folder.path.string()), without) << damaged.size();
    EXPECT_EQ(read_file(file), whole) << damaged.size();
  }
}

// Several ranks have the inverse that one has, byte for byte, and read what is kept: another one gives
// another state. The box has layers of tiles for two ranks on a GPU.
TYPED_TEST(KeptInverses, are_kept_and_read_by_several_ranks_too) {
  const TestFolder folder;
  const auto hash = [&](int ranks, const std::string& cache) {
    Scenario s = read("domain: {size: [7 um, 6 um, 8 um], cell: 0.5 um}\n"
                      "vessel: {shape: {cylinder: {axis: z, at: [3.4 um, 3 um, 0 um], radius: 2 um}}}\n"
                      "flow: {pressure_gradient: 10 kPa/m}\ntime: {step: 10 us, end: 400 us}\n"
                      "output: {fluid_every: never}\n");
    s.cache_folder = cache.empty() ? "" : (folder.path / cache).string();
    s.device.ranks = ranks;
    SimulationOn<TypeParam> simulation(this->stream(), s, make_surface_kinds(s, {}));
    for (int k = 0; k < 3; ++k) simulation.advance();
    this->points = static_cast<Index>(s.vessel->points().size());
    this->patches = make_patches(s.grid, s.vessel->points()).number();
    return simulation.hash();
  };
  const std::uint64_t alone = hash(1, "of one");
  EXPECT_EQ(hash(2, "of two"), alone);
  const std::filesystem::path file = files_of(folder.path / "of one").at(0);
  ASSERT_EQ(files_of(folder.path / "of two").size(), 1u); // rank 0 has kept it
  EXPECT_TRUE(read_file(file) == read_file(folder.path / "of two" / file.filename()));
  EXPECT_EQ(hash(2, "of one"), alone);

  std::optional<KeptInverse> kept = read_inverse(file, this->points, this->patches);
  ASSERT_TRUE(kept);
  for (auto& block : kept->local.blocks)
    for (real& value : block) value *= 0.9;
  keep_inverse(file, *kept);
  const std::uint64_t other = hash(1, "of one");
  EXPECT_NE(other, alone);
  EXPECT_EQ(hash(2, "of one"), other);
}

// Automatic steps that stay as they begin need the inverse of the first one alone.
TYPED_TEST(KeptInverses, of_automatic_steps_are_one_while_these_stay) {
  const TestFolder folder;
  this->hash_of_run(folder.path.string(), "auto");
  EXPECT_EQ(files_of(folder.path).size(), 1u);
}

// Steps of another rung have another inverse, and so have other numbers of points.
TYPED_TEST(KeptInverses, belong_to_their_problem) {
  const TestFolder folder;
  this->hash_of_run(folder.path.string());
  const std::filesystem::path file = files_of(folder.path).at(0);
  EXPECT_FALSE(read_inverse(file, this->points + 1, this->patches));
  EXPECT_FALSE(read_inverse(file, this->points, this->patches + 1));
  this->hash_of_run(folder.path.string(), "20 us");
  EXPECT_EQ(files_of(folder.path).size(), 2u);
}

} // namespace
} // namespace ibsim

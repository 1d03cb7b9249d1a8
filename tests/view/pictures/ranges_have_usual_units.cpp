// The bar beside a picture has the units in which people say such numbers, and --range takes them.
#include "pictures/pictures.hpp"

#include "base/error.hpp"
#include "pictures/range_units.hpp"
#include "pictures/run_frames.hpp"

namespace ibsim {
namespace {

view::Range usual(double most, const std::string& units) {
  return view::in_usual_units({0, most, "what", units});
}

TEST(ranges, have_usual_units) {
  struct Case {
    double in_file;
    const char* units;
    double shown;
    const char* as;
  };
  // what files have (um/us, kPa, dyn/cm, us, um), and what it is in SI
  for (const auto& [in_file, units, shown, as] :
       {Case{0.008, "um/us", 8, "mm/s"}, Case{2e-7, "um/us", 0.2, "um/s"}, Case{1.5, "um/us", 1.5, "m/s"},
        Case{2.5e-3, "dyn/cm", 2.5, "uN/m"}, Case{450, "dyn/cm", 450, "mN/m"}, Case{3e-4, "kPa", 0.3, "Pa"},
        Case{12, "kPa", 12, "kPa"}, Case{1e5, "us", 100, "ms"}, Case{6e8, "us", 600, "s"},
        Case{8, "ms", 8, "ms"}, Case{1e4, "um", 10, "mm"}, Case{0.3, "", 0.3, ""},
        Case{7, "frog", 7, "frog"}}) {
    const view::Range range = usual(in_file, units);
    EXPECT_DOUBLE_EQ(range.most, shown) << in_file << units;
    EXPECT_EQ(range.units, as);
  }
  EXPECT_EQ(view::in_usual_units({-0.02, 0.001, "tension", "dyn/cm"}).units, "uN/m"); // the greater end says
}

TEST(ranges, are_given_with_units) {
  view::Range range{0, 1, "speed", "um/us"};
  view::apply_limits(range, "", "");
  EXPECT_EQ(range.most, 1);
  view::apply_limits(range, "-1", "8mm/s"); // the unit of the upper end holds for both
  EXPECT_DOUBLE_EQ(range.least, -1e-3);
  EXPECT_DOUBLE_EQ(range.most, 8e-3);
  view::apply_limits(range, "1/2 um/s", "2 mm/s");
  EXPECT_DOUBLE_EQ(range.least, 5e-7);
  for (const auto& [least, most] : {std::pair{"0", "8"}, {"0", "8 Pa"}, {"8mm/s", "2mm/s"}, {"0", "fast"}})
    EXPECT_THROW(view::apply_limits(range, least, most), InputError) << least << ":" << most;
  EXPECT_DOUBLE_EQ(range.most, 2e-3); // what was refused changes nothing
  view::Range strain{0, 1, "area strain", ""};
  view::apply_limits(strain, "-0.1", "0.1");
  EXPECT_EQ(strain.most, 0.1);
}

// A movie of 6 ms in 60 pictures: 102 us apart, a tenth of a ms tells them apart.
TEST(times, of_a_movie_have_one_unit_and_its_decimals) {
  EXPECT_EQ(view::time_caption(203.39, 6000, 101.7), "t = 0.2 ms");
  EXPECT_EQ(view::time_caption(1220.34, 6000, 101.7), "t = 1.2 ms");
  EXPECT_EQ(view::time_caption(1220.34, 6000, 20), "t = 1.22 ms");
  EXPECT_EQ(view::time_caption(0, 300, 1), "t = 0 us");
  EXPECT_EQ(view::time_caption(1.5e6, 2e6, 1e4), "t = 1.50 s");
  EXPECT_EQ(view::time_caption(20, 20, 0), "t = 20 us"); // one picture
}

} // namespace
} // namespace ibsim

// Pictures of two made-up runs against those that were looked at and found good (tests/view/golden). After a
// change that is meant to be seen: IBSIM_NEW_GOLDEN=1 ibsim_tests --gtest_filter='pictures.*' writes them
// anew; look at them again.
#include "repository.hpp"
#include "view/pictures.hpp"

#if defined(IBSIM_WITH_VIEW)
#include <cstdlib>

namespace ibsim {
namespace {

namespace fs = std::filesystem;

class pictures : public DrawingTest {};

view::RenderRequest request(const fs::path& run, view::Look look) {
  view::RenderRequest r;
  r.run = run;
  r.picture.look = look, r.picture.width = 320, r.picture.height = 180;
  r.output = run / "picture.png";
  return r;
}

// Other drivers put samples of edges elsewhere: one of four samples is 64 of 255, on edges alone, which are a
// few per cent of these pictures; and they round filters and exp otherwise, by a step or two. A look that
// changed differs everywhere.
TEST_F(pictures, are_as_they_were) {
  for (const auto& [name, objects, walls] :
       {std::tuple{"one_cell", one_cell(), false}, {"between_walls", some_cells(), true}}) {
    const TestFolder folder;
    write_run(folder.path / "run", objects, 2, walls);
    for (const view::Look look : {view::Look::microscope, view::Look::studio, view::Look::data}) {
      view::render_run(request(folder.path / "run", look));
      const view::Image image = view::read_png(folder.path / "run/picture.png");
      const std::string file =
          name + std::string("_") + view::look_names()[static_cast<std::size_t>(look)] + ".png";
      const fs::path golden = repository() / "tests/view/golden" / file;
      if (std::getenv("IBSIM_NEW_GOLDEN")) {
        fs::create_directories(golden.parent_path());
        view::write_png(golden, image);
        continue;
      }
      const view::Image known = view::read_png(golden);
      ASSERT_EQ(known.pixels.size(), image.pixels.size()) << file;
      double sum = 0;
      std::size_t far_off = 0;
      for (std::size_t i = 0; i < image.pixels.size(); ++i) {
        const int apart = std::abs(known.pixels[i] - image.pixels[i]);
        sum += apart, far_off += apart > 24;
      }
      EXPECT_LT(sum / static_cast<double>(image.pixels.size()), 1.0) << file;
      EXPECT_LT(static_cast<double>(far_off) / static_cast<double>(image.pixels.size()), 0.02) << file;
    }
  }
}

TEST_F(pictures, have_the_same_pixels_each_time) {
  const TestFolder folder;
  write_run(folder.path / "run", some_cells(), 1, true);
  for (const view::Look look : {view::Look::microscope, view::Look::studio, view::Look::data}) {
    view::render_run(request(folder.path / "run", look));
    const std::string first = content(folder.path / "run/picture.png");
    view::render_run(request(folder.path / "run", look));
    EXPECT_EQ(first, content(folder.path / "run/picture.png"));
  }
}

// A cell moved by a whole box, or half over the boundary, is seen whole: its pixels are those of the cell in
// the box.
TEST_F(pictures, show_objects_whole_where_they_are_periodic) {
  const TestFolder folder;
  write_run(folder.path / "here", {{0, {8, 6, 15}, {1, 1, 1}, 0.5}}, 1, false);
  write_run(folder.path / "there", {{0, {8 - 16, 6 + 12, 15 + 32}, {1, 1, 1}, 0.5}}, 1, false);
  std::string seen[2];
  for (int i = 0; i < 2; ++i) {
    const fs::path run = folder.path / (i == 0 ? "here" : "there");
    view::render_run(request(run, view::Look::microscope));
    const view::Image image = view::read_png(run / "picture.png");
    seen[i].assign(image.pixels.begin(), image.pixels.end());
  }
  std::size_t apart = 0; // 32 and 16 um are exact in binary, 15 um + x + 32 um rounds the last bit of a float
  for (std::size_t i = 0; i < seen[0].size(); ++i) apart += std::abs(seen[0][i] - seen[1][i]) > 2;
  EXPECT_LT(apart, seen[0].size() / 1000);
}

// Of a frame that is cut off: an error of the machine (exit code 3), and the pictures before it are there.
TEST_F(pictures, before_a_damaged_frame_stay) {
  const TestFolder folder;
  const fs::path run = folder.path / "run";
  write_run(run, one_cell(), 3, false);
  fs::resize_file(run / "frames/cells_000002.vtkhdf", 9000);
  view::RenderRequest r = request(run, view::Look::studio);
  r.every_frame = true, r.output = run / "pictures";
  try {
    view::render_run(r);
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(e.exit_code(), 3);
    EXPECT_NE(std::string(e.what()).find("cells_000002.vtkhdf"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("2 pictures before it are there"), std::string::npos) << e.what();
  }
  EXPECT_TRUE(fs::exists(run / "pictures/studio_000000.png") &&
              fs::exists(run / "pictures/studio_000001.png"));
  EXPECT_FALSE(fs::exists(run / "pictures/studio_000002.png"));
}

} // namespace
} // namespace ibsim
#endif

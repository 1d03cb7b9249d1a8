// Pictures of two made-up runs against those that were looked at and found good
// (tests/view/pictures/golden). After a change that is meant to be seen: IBSIM_NEW_GOLDEN=1
// ibsim_view_tests --gtest_filter='pictures.*' writes them anew; look at them again.
#include "pictures/pictures.hpp"
#include "repository.hpp"

#include "activation_files/activation_files.hpp"
#include "line_files/line_frames.hpp"
#include "mesh/built_in_meshes.hpp"
#include "pictures/read_png.hpp"
#include "renderer/camera.hpp"

#include <atomic>
#include <cstdlib>
#include <thread>

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
void expect_golden(const view::RenderRequest& request, const std::string& name) {
  view::render_run(request);
  const view::Image image = view::read_png(request.output);
  const fs::path golden = repository() / "tests/view/pictures/golden" / (name + ".png");
  if (std::getenv("IBSIM_NEW_GOLDEN")) {
    fs::create_directories(golden.parent_path());
    view::write_png(golden, image);
    return;
  }
  const view::Image known = view::read_png(golden);
  ASSERT_EQ(known.pixels.size(), image.pixels.size()) << name;
  double sum = 0;
  std::size_t far_off = 0;
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {
    const int apart = std::abs(known.pixels[i] - image.pixels[i]);
    sum += apart, far_off += apart > 24;
  }
  EXPECT_LT(sum / static_cast<double>(image.pixels.size()), 1.0) << name;
  EXPECT_LT(static_cast<double>(far_off) / static_cast<double>(image.pixels.size()), 0.02) << name;
}

constexpr view::Look looks[] = {view::Look::microscope, view::Look::studio, view::Look::data};

TEST_F(pictures, are_as_they_were) {
  for (const auto& [name, objects, in_y] :
       {std::tuple{"one_cell", one_cell(), InY::periodic}, {"between_walls", some_cells(), InY::walls}}) {
    const TestFolder folder;
    write_run(folder.path / "run", objects, 2, in_y);
    for (const view::Look look : looks)
      expect_golden(request(folder.path / "run", look),
                    name + ("_" + view::look_names()[static_cast<std::size_t>(look)]));
  }
}

// Between walls a cell is drawn whole with its centre in the box, so up to its radius of 3.9 um sticks out of
// the box at either end: all of it is in the picture, and no cell reaches the first or last column.
TEST_F(pictures, show_all_of_what_sticks_out_of_a_box_with_walls) {
  const TestFolder folder;
  write_run(folder.path / "run", {{0, {8, 6, 0.5}, {1, 1, 1}, 1.57}, {0, {8, 6, 14.5}, {1, 1, 1}, 1.57}}, 1,
            InY::walls);
  view::RenderRequest r = request(folder.path / "run", view::Look::microscope);
  r.picture.width = 240;
  view::render_run(r);
  const view::Image seen = view::read_png(r.output);
  const auto red = [&](std::size_t pixel) {
    return seen.pixels[4 * pixel] > seen.pixels[4 * pixel + 1] + 40;
  };
  std::size_t cells = 0, cut = 0;
  for (std::size_t pixel = 0; pixel < seen.pixels.size() / 4; ++pixel) {
    const std::size_t column = pixel % 240;
    cells += red(pixel), cut += (column == 0 || column == 239) && red(pixel);
  }
  EXPECT_GT(cells, 2000u); // two cells of 7.8 by 2.6 um in some 25 by 19 um of 240 by 180 pixels
  EXPECT_EQ(cut, 0u);
}

// A block of 20 x 10 x 10 mm, activated from a corner at 0.5 mm/ms: isochrones are arcs around it, on the
// outside and where the block is cut open.
TEST_F(pictures, of_activation_are_as_they_were) {
  const TestFolder folder;
  const TetMesh mesh = make_mesh(BoxMesh{{20000, 10000, 10000}, 1000, 0, 1});
  std::vector<real> times;
  for (const Real3& p : mesh.points) times.push_back(1000 * norm(p) / 500);
  write_vtkhdf(folder.path / "activation.vtkhdf", mesh, {{"activation_time", &times}});
  view::RenderRequest r = request(folder.path, view::Look::data);
  expect_golden(r, "activation_data");
  r.picture.slice = view::Slice{1, 3000};
  expect_golden(r, "activation_slice");
}

// A wave cos(x - 2 t) is straight stripes in the picture of x and t.
TEST_F(pictures, of_lines_are_as_they_were) {
  const TestFolder folder;
  line::LineScenario s;
  s.equation = line::EquationKind::heat, s.diffusivity = 1, s.points = 128, s.cell = 0.1;
  const line::LineSetUp set = line::set_up(s);
  LineFrames frames(folder.path, s, set, 0);
  for (int t = 0; t < 60; ++t) {
    LineFrame frame{0.1 * t, 1, {}, {}, {}};
    for (const line::LineField& field : line::fields_of(s.equation)) {
      frame.names.push_back(field.name), frame.units.push_back(field.units);
      frame.values.emplace_back();
      for (int i = 0; i < 128; ++i) frame.values.back().push_back(std::cos(0.1 * i - 0.2 * t));
    }
    frames.write(frame);
  }
  frames.settle(), frames.write_space_time();
  expect_golden(request(folder.path, view::Look::studio), "line");
}

// In unbounded shear of 0.25 1/us the box above has moved by 12 um x 0.25 1/us x 1 us = 3 um along z in frame
// 1: a cell there, and its image beneath, are those of the box.
TEST_F(pictures, show_images_where_they_have_slid) {
  const TestFolder folder;
  for (const auto& [name, at] : {std::pair{"here", Real3{8, 6, 3}}, {"above", Real3{8, 18, 6}}})
    write_run(folder.path / name, {{0, at, {1, 1, 1}, 0.5}}, 2, InY::slides);
  for (const bool images : {false, true}) {
    view::Image seen[2];
    for (int i = 0; i < 2; ++i) {
      view::RenderRequest r = request(folder.path / (i == 0 ? "here" : "above"), view::Look::microscope);
      r.picture.images = images, r.picture.camera = folder.path / "camera.yaml";
      view::Camera camera;
      camera.eye = {-40, 6, 8}, camera.target = {8, 6, 8}, camera.height = 30;
      view::write_camera(r.picture.camera, camera);
      view::render_run(r);
      seen[i] = view::read_png(r.output);
    }
    std::size_t apart = 0, dark = 0;
    for (std::size_t i = 0; i < seen[0].pixels.size(); i += 4) {
      apart += std::abs(seen[0].pixels[i + 1] - seen[1].pixels[i + 1]) > 2;
      dark += seen[0].pixels[i + 1] < 170;
    }
    EXPECT_LT(apart, seen[0].pixels.size() / 4000);
    EXPECT_GT(dark, images ? 4000u : 500u); // a cell is 1 % of the picture, with its images six of them
    // of the row above, 3 + 12 um x 0.25/us x 1 us = 7 um (3 um, the frame's 1 um) from the left
    if (images) {
      const auto green = [&](double y, double z) {
        const int px = static_cast<int>(160 + (z - 8) * 6), py = static_cast<int>(90 - (y - 6) * 6);
        return seen[0].pixels[4 * static_cast<std::size_t>(px + 320 * py) + 1];
      };
      EXPECT_LT(green(6, 4), 170);
      EXPECT_LT(green(18, 7), 170);
      EXPECT_LT(green(-6, 1), 170);
      EXPECT_GT(green(18, 7 + 8), 200); // between two images
    }
  }
}

TEST_F(pictures, have_the_same_pixels_each_time) {
  const TestFolder folder;
  write_run(folder.path / "run", some_cells(), 1, InY::walls);
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
  write_run(folder.path / "here", {{0, {8, 6, 15}, {1, 1, 1}, 0.5}}, 1, InY::periodic);
  write_run(folder.path / "there", {{0, {8 - 16, 6 + 12, 15 + 32}, {1, 1, 1}, 0.5}}, 1, InY::periodic);
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
  write_run(run, one_cell(), 3, InY::periodic);
  fs::resize_file(run / "frames/cells_000002.vtkhdf", 9000);
  view::RenderRequest r = request(run, view::Look::studio);
  r.every_frame = true, r.output = run / "pictures";
  try {
    view::render_run(r);
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(e.exit_code(), 3);
    EXPECT_NE(std::string(e.what()).find("cells_000002.vtkhdf"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("2 earlier pictures are kept"), std::string::npos) << e.what();
  }
  EXPECT_TRUE(fs::exists(run / "pictures/studio_000000.png") &&
              fs::exists(run / "pictures/studio_000001.png"));
  EXPECT_FALSE(fs::exists(run / "pictures/studio_000002.png"));
}

// A run that goes on while its pictures are made: frames appear whole, beside them stand those being written.
// Each picture is of a frame that was there; a broken one among them, with its right length, is an error when
// its turn comes.
TEST_F(pictures, of_a_run_that_goes_on) {
  const TestFolder folder;
  const fs::path whole = folder.path / "whole", run = folder.path / "run";
  write_run(whole, one_cell(), 8, InY::periodic);
  fs::create_directories(run / "frames");
  fs::copy(whole / "scenario.yaml", run / "scenario.yaml");
  const auto frame = [](int i) { return "frames/cells_00000" + std::to_string(i) + ".vtkhdf"; };
  fs::copy(whole / frame(0), run / frame(0));
  std::atomic<bool> ended = false;
  std::thread writer([&] {
    for (int i = 1; i < 8; ++i) {
      const std::string bytes = content(whole / frame(i)), part = (run / frame(i)).string() + ".part";
      write_text(part, bytes.substr(0, bytes.size() / 2));
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      write_text(part, bytes);
      fs::rename(part, run / frame(i));
    }
    ended = true;
  });
  std::size_t most = 0;
  for (bool last = false; !last;) {
    last = ended;
    view::RenderRequest r = request(run, view::Look::studio);
    r.every_frame = true, r.output = run / "pictures";
    const std::size_t pictures = view::render_run(r).pictures;
    EXPECT_GE(pictures, std::max<std::size_t>(most, 1));
    most = pictures;
  }
  writer.join();
  EXPECT_EQ(most, 8u);

  std::string bytes = content(run / frame(4));
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  write_text(run / frame(4), bytes);
  view::RenderRequest r = request(run, view::Look::studio);
  r.every_frame = true, r.output = run / "others";
  try {
    view::render_run(r);
    ADD_FAILURE() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(e.exit_code(), 3);
  }
  EXPECT_TRUE(fs::exists(run / "others/studio_000003.png"));
  EXPECT_FALSE(fs::exists(run / "others/studio_000004.png"));
}

} // namespace
} // namespace ibsim

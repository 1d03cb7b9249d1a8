// PNG files are compressed in parts by all cores: libpng reads every pixel again, and the bytes are the same
// for any number of threads.
#include "pictures/view.hpp"
#include "test_folder.hpp"

#include <gtest/gtest.h>

#include "pictures/read_png.hpp"

#include <omp.h>
#include <random>
#include <tuple>

namespace ibsim {
namespace {

/// A gradient, which one filter suits, above noise, which none does.
view::Image picture(int width, int height, bool transparent) {
  view::Image image{width, height, {}};
  std::mt19937 noise(7);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < 4; ++c) {
        const int value = y < height / 2 ? x + (c + 1) * y : static_cast<int>(noise() >> 24);
        image.pixels.push_back(c == 3 && !transparent ? 255 : static_cast<std::uint8_t>(value));
      }
  return image;
}

// 192 KiB are a part: of these a byte, three parts, and 21 with edges within a row.
TEST(png_files, keep_every_pixel) {
  const TestFolder folder;
  for (const auto& [width, height] : {std::tuple{1, 1}, {5, 3}, {400, 400}, {1366, 768}})
    for (const bool transparent : {false, true}) {
      const view::Image image = picture(width, height, transparent);
      view::write_png(folder.path / "a.png", image);
      const view::Image back = view::read_png(folder.path / "a.png");
      EXPECT_EQ(back.width, width);
      EXPECT_EQ(back.height, height);
      EXPECT_TRUE(back.pixels == image.pixels)
          << width << " x " << height << (transparent ? " RGBA" : " RGB");
    }
}

TEST(png_files, are_the_same_for_any_number_of_threads) {
  const view::Image image = picture(1366, 768, false);
  const int before = omp_get_max_threads();
  omp_set_num_threads(1);
  const std::string by_one = view::png_of(image);
  omp_set_num_threads(5);
  EXPECT_TRUE(view::png_of(image) == by_one);
  omp_set_num_threads(before);
}

} // namespace
} // namespace ibsim

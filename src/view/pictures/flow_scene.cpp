#include "pictures/flow_scene.hpp"

#include "renderer/colours.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ibsim::view {
namespace {

constexpr int picture_texels = 640, half_length = 18; // of noise, in texels
constexpr float step = 0.9f;

/// The plane of a slice: a corner, and how far it reaches in its two directions.
struct Plane {
  Vec3f corner{};
  std::size_t axis, u, v; ///< u goes to the right in pictures, v upwards
};

Plane plane_of(const Slice& slice, const Vec3f& size) {
  Plane plane;
  plane.axis = static_cast<std::size_t>(slice.axis);
  plane.u = plane.axis == 2 ? 0 : 2;
  plane.v = plane.axis == 1 ? 0 : 1;
  plane.corner[plane.axis] = static_cast<float>(slice.at.value_or(0.5 * size[plane.axis]));
  return plane;
}

/// 0..1, of a place: the finaliser of MurmurHash3.
float noise(int x, int y) {
  std::uint32_t h = static_cast<std::uint32_t>(x) * 0x9e3779b1u ^ static_cast<std::uint32_t>(y) * 0x85ebca77u;
  h ^= h >> 16, h *= 0x85ebca6bu, h ^= h >> 13, h *= 0xc2b2ae35u, h ^= h >> 16;
  return static_cast<float>(h >> 8) / static_cast<float>(1 << 24);
}

} // namespace

Vec3f Velocity::size() const {
  return {data_.h * static_cast<float>(data_.nx), data_.h * static_cast<float>(data_.ny),
          data_.h * static_cast<float>(data_.nz)};
}

Vec3f Velocity::at(const Vec3f& place) const {
  const int n[3] = {data_.nx, data_.ny, data_.nz};
  std::size_t low[3], high[3];
  float t[3];
  for (std::size_t d = 0; d < 3; ++d) {
    const float x = place[d] / data_.h - 0.5f, floor = std::floor(x);
    t[d] = x - floor;
    const int i = static_cast<int>(floor);
    if (d == 1 && ends_in_y_) {
      low[d] = static_cast<std::size_t>(std::clamp(i, 0, n[d] - 1)),
      high[d] = static_cast<std::size_t>(std::clamp(i + 1, 0, n[d] - 1));
    } else {
      low[d] = static_cast<std::size_t>((i % n[d] + n[d]) % n[d]),
      high[d] = static_cast<std::size_t>(((i + 1) % n[d] + n[d]) % n[d]);
    }
  }
  Vec3f sum{};
  for (int c = 0; c < 8; ++c) {
    const std::size_t i = c & 1 ? high[0] : low[0], j = c & 2 ? high[1] : low[1],
                      k = c & 4 ? high[2] : low[2];
    const float w = (c & 1 ? t[0] : 1 - t[0]) * (c & 2 ? t[1] : 1 - t[1]) * (c & 4 ? t[2] : 1 - t[2]);
    const float* u = data_.velocity.data() +
                     3 * (i + static_cast<std::size_t>(n[0]) * (j + static_cast<std::size_t>(n[1]) * k));
    sum = sum + w * Vec3f{u[0], u[1], u[2]};
  }
  return sum;
}

std::pair<PictureInScene, Range> flow_slice(const Velocity& velocity, const Slice& slice,
                                            const std::string& map, const std::optional<Range>& given) {
  const Vec3f size = velocity.size();
  const Plane plane = plane_of(slice, size);
  PictureInScene picture;
  picture.corner = plane.corner;
  picture.along[plane.u] = size[plane.u], picture.across[plane.v] = size[plane.v];
  const float texel = std::max(size[plane.u], size[plane.v]) / picture_texels;
  picture.width = std::max(1, static_cast<int>(std::lround(size[plane.u] / texel)));
  picture.height = std::max(1, static_cast<int>(std::lround(size[plane.v] / texel)));
  const int w = picture.width, h = picture.height;

  // the flow in the plane, and the speed, at each texel
  std::vector<Vec3f> flow(static_cast<std::size_t>(w) * static_cast<std::size_t>(h));
  float fastest = 0;
#pragma omp parallel for reduction(max : fastest)
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      Vec3f p = plane.corner;
      p[plane.u] = (static_cast<float>(x) + 0.5f) * texel,
      p[plane.v] = (static_cast<float>(y) + 0.5f) * texel;
      const Vec3f u = velocity.at(p);
      const float in_plane = std::hypot(u[plane.u], u[plane.v]), speed = length(u);
      flow[static_cast<std::size_t>(x + w * y)] = {in_plane > 0 ? u[plane.u] / in_plane : 0,
                                                   in_plane > 0 ? u[plane.v] / in_plane : 0, speed};
      fastest = std::max(fastest, speed);
    }
  const Range range = given.value_or(Range{0, fastest, "speed", "um/us"});
  const auto entry_of = [&](float speed) {
    const double part =
        (static_cast<double>(speed) - range.least) / std::max(range.most - range.least, 1e-30);
    return static_cast<std::size_t>(std::lround(255 * std::clamp(part, 0.0, 1.0)));
  };
  const std::vector<std::uint8_t> colours = map_colours(map);
  picture.pixels.resize(4 * flow.size());
#pragma omp parallel for schedule(dynamic, 8)
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      float sum = noise(x, y), weight = 1;
      for (const float way : {step, -step}) {
        float px = static_cast<float>(x) + 0.5f, py = static_cast<float>(y) + 0.5f;
        for (int i = 0; i < half_length; ++i) {
          const int cx = static_cast<int>(px), cy = static_cast<int>(py);
          if (px < 0 || py < 0 || cx >= w || cy >= h) break;
          const Vec3f& u = flow[static_cast<std::size_t>(cx + w * cy)];
          px += way * u[0], py += way * u[1];
          const float window = 1 - static_cast<float>(i) / half_length; // softer ends than a box has
          sum += window * noise(static_cast<int>(std::floor(px)), static_cast<int>(std::floor(py))),
              weight += window;
        }
      }
      const float contrast = std::clamp(0.5f + 3.2f * (sum / weight - 0.5f), 0.0f, 1.0f),
                  shade = 0.62f + 0.38f * contrast;
      const Vec3f& u = flow[static_cast<std::size_t>(x + w * y)];
      const std::size_t entry = entry_of(u[2]);
      std::uint8_t* pixel = picture.pixels.data() + 4 * static_cast<std::size_t>(x + w * y);
      for (std::size_t c = 0; c < 3; ++c)
        pixel[c] = static_cast<std::uint8_t>(std::lround(shade * static_cast<float>(colours[4 * entry + c])));
      pixel[3] = 255;
    }
  return {std::move(picture), range};
}

Range speeds_on(const Velocity& velocity, const Slice& slice) {
  const Vec3f size = velocity.size();
  const Plane plane = plane_of(slice, size);
  const float h = velocity.cell();
  float least = std::numeric_limits<float>::infinity(), most = 0;
  for (float v = h / 2; v < size[plane.v]; v += h)
    for (float u = h / 2; u < size[plane.u]; u += h) {
      Vec3f p = plane.corner;
      p[plane.u] = u, p[plane.v] = v;
      const float speed = length(velocity.at(p));
      least = std::min(least, speed), most = std::max(most, speed);
    }
  return {std::min(least, most), most, "speed", "um/us"};
}

void add_arrows(Scene& scene, const Velocity& velocity, const Slice& slice) {
  const Vec3f size = velocity.size();
  const Plane plane = plane_of(slice, size);
  constexpr int rows = 12;
  const float spacing = std::max(size[plane.u], size[plane.v]) / rows;
  struct Arrow {
    Vec3f at, u;
  };
  std::vector<Arrow> arrows;
  float fastest = 0;
  for (float v = spacing / 2; v < size[plane.v]; v += spacing)
    for (float u = spacing / 2; u < size[plane.u]; u += spacing) {
      Vec3f p = plane.corner;
      p[plane.u] = u, p[plane.v] = v;
      arrows.push_back({p, velocity.at(p)});
      fastest = std::max(fastest, length(arrows.back().u));
    }
  if (!(fastest > 0)) return;
  for (const Arrow& arrow : arrows) {
    const Vec3f whole = (0.9f * spacing / fastest) * arrow.u;
    if (length(whole) < 0.05f * spacing) continue;
    const Vec3f tip = arrow.at + 0.5f * whole, tail = arrow.at - 0.5f * whole;
    const float radius = 0.025f * spacing, head = std::min(0.3f * spacing, 0.6f * length(whole));
    const Vec3f neck = tip - head * unit(whole);
    add_tube(scene.things, {tail, neck}, {}, radius, kind::trail);
    add_cone(scene.things, neck, tip, 0.36f * head, 0, kind::trail);
  }
}

void add_streamlines(Scene& scene, const Velocity& velocity) {
  const Vec3f size = velocity.size();
  constexpr int columns = 4, rows = 11, most_steps = 600;
  const float ds = std::max({size[0], size[1], size[2]}) / 160, radius = 0.0025f * length(size);
  const auto inside = [&](const Vec3f& p) {
    return p[0] >= 0 && p[1] >= 0 && p[2] >= 0 && p[0] <= size[0] && p[1] <= size[1] && p[2] <= size[2];
  };
  // Runge and Kutta's fourth order, steps of equal length
  const auto next = [&](const Vec3f& p, float s) {
    const Vec3f a = unit(velocity.at(p)), b = unit(velocity.at(p + 0.5f * s * a)),
                c = unit(velocity.at(p + 0.5f * s * b)), d = unit(velocity.at(p + s * c));
    return p + (s / 6) * (a + 2.0f * b + 2.0f * c + d);
  };
  for (int i = 0; i < columns; ++i)
    for (int j = 0; j < rows; ++j) {
      const Vec3f seed{size[0] * (static_cast<float>(i) + 0.5f) / columns,
                       size[1] * (static_cast<float>(j) + 0.5f) / rows, 0.5f * size[2]};
      std::vector<Vec3f> line;
      for (const float way : {-ds, ds}) {
        std::vector<Vec3f> half;
        Vec3f p = seed;
        for (int k = 0; k < most_steps && inside(p) && length(velocity.at(p)) > 0; ++k) {
          half.push_back(p);
          p = next(p, way);
        }
        if (way < 0)
          line.assign(half.rbegin(), half.rend());
        else if (half.size() > 1)
          line.insert(line.end(), half.begin() + 1, half.end());
      }
      std::vector<float> speeds;
      for (const Vec3f& p : line) speeds.push_back(length(velocity.at(p)));
      add_tube(scene.things, line, speeds, radius,
               scene.range && scene.range->name == "speed" ? kind::by_value : kind::trail);
    }
}

} // namespace ibsim::view

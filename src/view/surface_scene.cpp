#include "view/surface_scene.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim::view {
namespace {

/// Points and triangles of an object, which follow each other in a frame.
struct Part {
  std::size_t first, last, first_triangle, last_triangle;
};

std::vector<Part> parts_of(const SurfaceFrameData& data) {
  std::vector<Part> parts;
  for (std::size_t p = 0; p < data.object.size(); ++p)
    if (p == 0 || data.object[p] != data.object[p - 1]) {
      if (!parts.empty()) parts.back().last = p;
      parts.push_back({p, data.object.size(), 0, 0});
    }
  std::size_t t = 0;
  const std::size_t triangles = data.triangles.size() / 3;
  for (Part& part : parts) {
    part.first_triangle = t;
    while (t < triangles && data.triangles[3 * t] < part.last) ++t;
    part.last_triangle = t;
  }
  for (const Part& part : parts)
    for (std::size_t i = 3 * part.first_triangle; i < 3 * part.last_triangle; ++i)
      if (data.triangles[i] < part.first || data.triangles[i] >= part.last)
        throw InputError("a frame has a triangle between two objects, which pictures cannot show");
  return parts;
}

/// Brings a centre back into the box: by how much, along each direction that is periodic.
Vec3f shift_of(const Vec3f& centre, const RunBox& box) {
  Vec3f shift{};
  for (std::size_t d = 0; d < 3; ++d)
    if (box.periodic(d)) shift[d] = -box.size[d] * std::floor(centre[d] / box.size[d]);
  return shift;
}

Vec3f point(const std::vector<float>& p, std::size_t i) { return {p[3 * i], p[3 * i + 1], p[3 * i + 2]}; }

/// Copies that stand around the box, of which parts may be seen.
std::vector<Vec3f> images_of(const RunBox& box, Look look) {
  std::vector<Vec3f> images{Vec3f{}};
  for (int k = -1; k <= 1; ++k)
    for (int j = -1; j <= 1; ++j)
      for (int i = -1; i <= 1; ++i) {
        if ((i == 0 && j == 0 && k == 0) || (j != 0 && !box.periodic(1))) continue;
        if (i != 0 && look == Look::microscope) continue; // light goes through the box once
        images.push_back({static_cast<float>(i) * box.size[0], static_cast<float>(j) * box.size[1],
                          static_cast<float>(k) * box.size[2]});
      }
  return images;
}

void add_surroundings(Scene& scene, const RunBox& box, const PictureOptions& options) {
  const Vec3f zero{}, size = box.size;
  const float beam = 0.0022f * length(size);
  if (box.walls_in_y && options.look != Look::microscope) {
    // The lower wall as a plate; of the upper one, through which one looks, the edges.
    const float thick = 0.025f * size[1];
    add_box(scene.things, {0, -thick, 0}, {size[0], 0, size[2]}, kind::wall);
    add_outline(scene.things, {0, size[1], 0}, {size[0], size[1] + thick, size[2]}, beam, kind::outline);
  }
  if (box.walls_in_y && options.look == Look::microscope)
    for (const float y : {-0.02f * size[1], size[1]})
      add_box(scene.things, {size[0] * 0.45f, y, -size[2]},
              {size[0] * 0.55f, y + 0.02f * size[1], 2 * size[2]}, kind::wall);
  if (options.look == Look::data) add_outline(scene.things, zero, size, 0.6f * beam, kind::outline);
}

} // namespace

std::vector<std::string> arrays_for(const std::string& field) {
  if (field == "tension") return {"tension_1"};
  if (field == "tension_2" || field == "velocity" || field == "traction") return {field};
  return {};
}

std::vector<float> point_areas(const SurfaceFrameData& data) {
  std::vector<float> areas(data.object.size());
  for (std::size_t t = 0; t + 2 < data.triangles.size(); t += 3) {
    const Vec3f a = point(data.positions, data.triangles[t]),
                b = point(data.positions, data.triangles[t + 1]),
                c = point(data.positions, data.triangles[t + 2]);
    const float third = length(cross(b - a, c - a)) / 6;
    for (std::size_t k = 0; k < 3; ++k) areas[data.triangles[t + k]] += third;
  }
  return areas;
}

FieldValues field_values(const SurfaceFrameData& data, const std::string& field,
                         const std::vector<float>& areas_at_start) {
  FieldValues out;
  const std::size_t n = data.object.size();
  if (field == "object") return {{data.object.begin(), data.object.end()}, "object", ""};
  if (field == "area strain") {
    out = {point_areas(data), "area strain", ""};
    if (areas_at_start.size() != n)
      throw InputError("area strain needs the first frame of the run, of the same surfaces");
    for (std::size_t i = 0; i < n; ++i) out.values[i] = out.values[i] / areas_at_start[i] - 1;
    return out;
  }
  const std::string array = arrays_for(field).at(0);
  const auto found =
      std::find_if(data.fields.begin(), data.fields.end(), [&](const auto& f) { return f.name == array; });
  if (found == data.fields.end()) throw InputError("the frame has no " + array);
  out.name = field == "tension"     ? "tension"
             : field == "tension_2" ? "smaller tension"
             : field == "velocity"  ? "speed"
                                    : field;
  out.units = found->units;
  if (found->components == 1) {
    out.values = found->values;
  } else {
    out.values.resize(n);
    for (std::size_t i = 0; i < n; ++i) out.values[i] = length(point(found->values, i));
  }
  return out;
}

Range range_of(const FieldValues& field) {
  std::vector<float> values;
  for (const float v : field.values)
    if (std::isfinite(v)) values.push_back(v);
  if (values.empty()) return {0, 1, field.name, field.units};
  const auto at = [&](double part) {
    const auto i = static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), values.begin() + i, values.end());
    return static_cast<double>(values[static_cast<std::size_t>(i)]);
  };
  Range range{at(0.005), at(0.995), field.name, field.units};
  if (!(range.most - range.least > 1e-12 * std::fabs(range.most)))
    range.most = range.least + std::max(1e-12, std::fabs(range.least));
  return range;
}

Range united(const Range& a, const Range& b) {
  return {std::min(a.least, b.least), std::max(a.most, b.most), a.name, a.units};
}

Scene surface_scene(const SurfaceFrameData& data, const RunBox& box, const PictureOptions& options,
                    const std::vector<float>& values) {
  Scene scene;
  scene.high = box.size;
  scene.colours = colours_of(box.kinds, options.look);
  const std::size_t n = data.object.size();
  scene.surfaces.vertices.resize(n);
  scene.surfaces.triangles = data.triangles;
  const std::vector<Part> parts = parts_of(data);
  std::vector<float> radii(parts.size());
  std::vector<Vec3f> shifts(parts.size());
#pragma omp parallel for schedule(dynamic)
  for (std::size_t o = 0; o < parts.size(); ++o) {
    const Part& part = parts[o];
    double sum[3] = {};
    for (std::size_t i = part.first; i < part.last; ++i)
      for (std::size_t d = 0; d < 3; ++d) sum[d] += data.positions[3 * i + d];
    Vec3f centre{};
    for (std::size_t d = 0; d < 3; ++d)
      centre[d] = static_cast<float>(sum[d] / static_cast<double>(part.last - part.first));
    shifts[o] = options.unwrapped ? Vec3f{} : shift_of(centre, box);
    Vertex* vertices = scene.surfaces.vertices.data();
    for (std::size_t i = part.first; i < part.last; ++i) {
      const Vec3f p = point(data.positions, i);
      radii[o] = std::max(radii[o], length(p - centre));
      const auto kind = static_cast<std::uint32_t>(std::clamp<int>(data.kind[i], 0, kind::most_surfaces - 1));
      vertices[i] = {p + shifts[o], {}, values.empty() ? 0 : values[i], kind};
    }
    for (std::size_t t = 3 * part.first_triangle; t < 3 * part.last_triangle; t += 3) {
      Vertex *a = vertices + data.triangles[t], *b = vertices + data.triangles[t + 1],
             *c = vertices + data.triangles[t + 2];
      const Vec3f normal = cross(b->position - a->position, c->position - a->position);
      for (Vertex* v : {a, b, c}) v->normal = v->normal + normal;
    }
    for (std::size_t i = part.first; i < part.last; ++i) vertices[i].normal = unit(vertices[i].normal);
  }
  if (!radii.empty()) {
    double sum = 0;
    for (const float r : radii) sum += r;
    scene.grain = static_cast<float>(sum / static_cast<double>(radii.size()));
  }
  if (options.beads) // on the first point of each object
    for (std::size_t o = 0; o < parts.size(); ++o)
      add_ball(scene.things, point(data.positions, parts[o].first) + shifts[o], 0.09f * scene.grain,
               kind::bead);
  if (options.images) scene.images = images_of(box, options.look);
  if (options.unwrapped)
    for (const Vertex& v : scene.surfaces.vertices)
      for (std::size_t d = 0; d < 3; ++d)
        scene.low[d] = std::min(scene.low[d], v.position[d]),
        scene.high[d] = std::max(scene.high[d], v.position[d]);
  add_surroundings(scene, box, options);
  scene.caption = time_caption(data.time);
  return scene;
}

SurfaceFrameData between(const SurfaceFrameData& a, const SurfaceFrameData& b, double t) {
  if (a.positions.size() != b.positions.size()) return t < 0.5 ? a : b;
  SurfaceFrameData out = a;
  out.time = (1 - t) * a.time + t * b.time;
  const auto mix = [&](std::vector<float>& to, const std::vector<float>& other) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += static_cast<float>(t) * (other[i] - to[i]);
  };
  mix(out.positions, b.positions);
  for (std::size_t f = 0; f < out.fields.size() && f < b.fields.size(); ++f)
    mix(out.fields[f].values, b.fields[f].values);
  return out;
}

} // namespace ibsim::view

#include "pictures/surface_scene.hpp"

#include "base/error.hpp"
#include "pictures/walls_in_box.hpp"
#include "renderer/half_pipe.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ibsim::view {
namespace {

using What = KindLook::What;

Vec3f point(const std::vector<float>& p, std::size_t i) { return {p[3 * i], p[3 * i + 1], p[3 * i + 2]}; }

/// Copies that stand around the box, of which parts may be seen.
std::vector<Vec3f> images_of(const RunBox& box, Look look, double time) {
  std::vector<Vec3f> images{Vec3f{}};
  for (int k = -1; k <= 1; ++k)
    for (int j = -1; j <= 1; ++j)
      for (int i = -1; i <= 1; ++i) {
        if ((i == 0 && j == 0 && k == 0) || (j != 0 && !box.periodic(1))) continue;
        if (i != 0 && look == Look::microscope) continue; // light goes through the box once
        images.push_back(box.image(i, j, k, time));
      }
  return images;
}

/// um that a pixel shows at a place, at its nearest copy.
float um_a_pixel(const Viewer& viewer, const std::vector<Vec3f>& images, const Vec3f& place, float radius) {
  const Camera& camera = *viewer.camera;
  const auto pixels = static_cast<float>(viewer.height);
  if (camera.parallel()) return camera.height / pixels;
  const Vec3f ahead = unit(camera.target - camera.eye);
  float nearest = 1e30f;
  for (const Vec3f& image : images) {
    const float distance = dot(place + image - camera.eye, ahead) - radius;
    if (distance > -2 * radius) nearest = std::min(nearest, std::max(distance, 0.1f * radius));
  }
  return 2 * std::tan(camera.angle / 2) * nearest / pixels;
}

Vec3f centre_of(const SurfaceFrameData& data, std::size_t first, std::size_t n) {
  double sum[3] = {};
  for (std::size_t i = first; i < first + n; ++i)
    for (std::size_t d = 0; d < 3; ++d) sum[d] += data.positions[3 * i + d];
  const auto mean = [&](std::size_t d) { return static_cast<float>(sum[d] / static_cast<double>(n)); };
  return {mean(0), mean(1), mean(2)};
}

/// An object's place in a scene.
struct Placed {
  Vec3f centre{}, shift{};
  float radius = 0, distance = 0;
  int level = 0;
  std::size_t first_vertex = 0, first_corner = 0;
};

/// The vertices and triangles of an object, at its place in the mesh.
void fill(Mesh& mesh, const SurfaceFrameData& data, const SurfaceForms& forms, const SurfaceObject& object,
          const Placed& placed, const std::vector<float>& values) {
  const SurfaceForm& form = forms.forms[object.form];
  Vertex* const vertices = mesh.vertices.data() + placed.first_vertex;
  const auto kind = static_cast<std::uint32_t>(std::clamp<int>(object.kind, 0, kind::most_surfaces - 1));
  const auto take = [&](std::size_t to, std::size_t from) {
    from += object.first;
    vertices[to] = {point(data.positions, from) + placed.shift, {}, values.empty() ? 0 : values[from], kind};
  };
  const auto normals = [&](const std::vector<std::uint32_t>& triangles, std::size_t n) {
    for (std::size_t t = 0; t < triangles.size(); t += 3) {
      Vertex *a = vertices + triangles[t], *b = vertices + triangles[t + 1], *c = vertices + triangles[t + 2];
      const Vec3f normal = cross(b->position - a->position, c->position - a->position);
      for (Vertex* v : {a, b, c}) v->normal = v->normal + normal;
    }
    for (std::size_t i = 0; i < n; ++i) vertices[i].normal = unit(vertices[i].normal);
  };
  std::size_t n = form.points;
  if (placed.level > 0) {
    const std::vector<std::uint32_t>& kept = form.coarser[static_cast<std::size_t>(placed.level - 1)].points;
    for (std::size_t i = 0; i < kept.size(); ++i) take(i, kept[i]);
    n = kept.size();
  } else {
    for (std::size_t i = 0; i < n; ++i) take(i, i);
  }
  normals(forms.triangles(form, std::max(placed.level, 0)), n);
  for (int k = 0; k < -placed.level; ++k) {
    const FinerMesh& finer = form.finer[static_cast<std::size_t>(k)];
    for (const auto& [i, j] : finer.edges) {
      const Vertex &a = vertices[i], &b = vertices[j];
      const Vec3f along = b.position - a.position;
      const Vec3f bent = dot(along, a.normal) * a.normal - dot(along, b.normal) * b.normal;
      vertices[n++] = {0.5f * (a.position + b.position) - 0.125f * bent, unit(a.normal + b.normal),
                       0.5f * (a.value + b.value), kind};
    }
  }
  const std::vector<std::uint32_t>& triangles = forms.triangles(form, placed.level);
  std::uint32_t* const corners = mesh.triangles.data() + placed.first_corner;
  for (std::size_t i = 0; i < triangles.size(); ++i)
    corners[i] = triangles[i] + static_cast<std::uint32_t>(placed.first_vertex);
}

/// The walls of tubes: the half behind what flows in them; for the microscope two edges.
void add_tubes(Scene& scene, const RunBox& box, const PictureOptions& options, const Camera* camera) {
  const Vec3f size = box.size;
  for (const TubeInBox& tube : box.tubes) {
    const float thick = 0.025f * size[1];
    if (options.look == Look::microscope) {
      for (const float y : {tube.y - tube.radius - thick, tube.y + tube.radius})
        add_box(scene.things, {tube.x - 0.05f * size[0], y, -size[2]},
                {tube.x + 0.05f * size[0], y + thick, 2 * size[2]}, kind::wall);
      continue;
    }
    const Vec3f middle{tube.x, tube.y, size[2] / 2};
    const float more = options.images ? size[2] : 0;
    add_half_pipe(scene.things, middle, tube.radius, thick, -more, size[2] + more,
                  camera ? camera->eye - middle : Vec3f{}, kind::wall);
  }
}

/// The wall of a vessel behind the fluid. A microscope does not see it.
void add_vessel(Scene& scene, const RunBox& box, const PictureOptions& options, const Camera* camera,
                const std::vector<float>& values) {
  if (!box.vessel || options.look == Look::microscope) return;
  const bool is_near = camera && !camera->parallel();
  const Vec3f towards = camera ? camera->eye - camera->target : Vec3f{1, 0, 0};
  add_wall_behind_fluid(scene.things, *box.vessel, is_near ? &camera->eye : nullptr, towards, values,
                        values.empty() ? kind::wall : kind::by_value);
}

/// A point that moves with the fluid.
void add_tracer(Mesh& things, const Vec3f& at, const RunBox& box, const PictureOptions& options,
                double time) {
  constexpr float radius = 0.12f; // um
  add_ball(things, options.unwrapped ? at : at + box.into_box(at, time), radius, kind::bead);
}

void add_surroundings(Scene& scene, const RunBox& box, const PictureOptions& options) {
  const Vec3f zero{}, size = box.size;
  const float beam = 0.0022f * length(size);
  if (box.walls_in_y && options.look != Look::microscope) {
    // The lower wall as a plate; of the upper one, through which one looks, the edges.
    const float thick = 0.025f * size[1], more = options.images ? 1.0f : 0.0f; // boxes beside this one
    const Vec3f low{-more * size[0], 0, -more * size[2]}, high = size - low;
    add_box(scene.things, {low[0], -thick, low[2]}, {high[0], 0, high[2]}, kind::wall);
    add_outline(scene.things, {low[0], size[1], low[2]}, {high[0], size[1] + thick, high[2]}, beam,
                kind::outline);
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
  if (field == "tension_2" || field == "velocity" || field == "traction" || field == "wall_stress")
    return {field};
  return {};
}

std::vector<float> point_areas(const SurfaceFrameData& data) {
  std::vector<float> areas(data.topology->object.size());
  for (std::size_t t = 0; t + 2 < data.topology->triangles.size(); t += 3) {
    const Vec3f a = point(data.positions, data.topology->triangles[t]),
                b = point(data.positions, data.topology->triangles[t + 1]),
                c = point(data.positions, data.topology->triangles[t + 2]);
    const float third = length(cross(b - a, c - a)) / 6;
    for (std::size_t k = 0; k < 3; ++k) areas[data.topology->triangles[t + k]] += third;
  }
  return areas;
}

FieldValues field_values(const SurfaceFrameData& data, const std::string& field,
                         const std::vector<float>& areas_at_start) {
  FieldValues out;
  const std::size_t n = data.topology->object.size();
  if (field == "object") return {{data.topology->object.begin(), data.topology->object.end()}, "object", ""};
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
  out.name = field == "tension"       ? "tension"
             : field == "tension_2"   ? "smaller tension"
             : field == "velocity"    ? "speed"
             : field == "wall_stress" ? "wall stress"
                                      : field;
  out.units = found->units;
  if (found->components == 1) {
    out.values = found->values;
  } else {
    out.values.resize(n);
    for (std::size_t i = 0; i < n; ++i) out.values[i] = length(point(found->values, i));
    if (field == "wall_stress") // of sheets and tubes; zero says that there is none
      for (float& value : out.values)
        if (value == 0) value = std::numeric_limits<float>::quiet_NaN();
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

Scene surface_scene(const SurfaceFrameData& data, const SurfaceForms& forms, const RunBox& box,
                    const PictureOptions& options, const std::vector<float>& values, const Viewer& viewer,
                    Mesh memory, const std::vector<float>& wall_values) {
  Scene scene;
  scene.surfaces = std::move(memory);
  scene.high = box.size;
  scene.colours = colours_of(box.kinds, options.look);
  if (options.images) scene.images = images_of(box, options.look, data.time);
  std::vector<SurfaceObject> objects, walls;
  const bool tubes_have_colours = options.look == Look::data && viewer.camera &&
                                  (options.field == "wall_stress" || options.field == "traction");
  for (const SurfaceObject& object : forms.objects) {
    if (box.is(What::tracer, object.kind))
      add_tracer(scene.things, point(data.positions, object.first), box, options, data.time);
    else if (!box.is(What::tube, object.kind) && !box.is(What::sheet, object.kind))
      objects.push_back(object);
    else if (tubes_have_colours || box.is(What::sheet, object.kind))
      walls.push_back(object);
  }
  std::vector<Placed> placed(objects.size());
#pragma omp parallel for schedule(dynamic)
  for (std::size_t o = 0; o < objects.size(); ++o) {
    Placed& p = placed[o];
    const std::size_t first = objects[o].first, n = forms.forms[objects[o].form].points;
    p.centre = centre_of(data, first, n);
    for (std::size_t i = first; i < first + n; ++i)
      p.radius = std::max(p.radius, length(point(data.positions, i) - p.centre));
    if (!options.unwrapped) p.shift = box.into_box(p.centre, data.time);
    p.centre = p.centre + p.shift;
    if (viewer.camera) {
      constexpr float longest_edge = 4; // pixels
      p.level = SurfaceForms::level(forms.forms[objects[o].form],
                                    longest_edge * um_a_pixel(viewer, scene.images, p.centre, p.radius));
      p.distance = dot(p.centre - viewer.camera->eye, viewer.camera->target - viewer.camera->eye);
    }
  }
  // The nearest objects first: what is behind them is not shaded.
  std::vector<std::size_t> order(objects.size());
  for (std::size_t o = 0; o < order.size(); ++o) order[o] = o;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return placed[a].distance < placed[b].distance; });
  std::size_t vertices = 0, corners = 0;
  for (const std::size_t o : order) {
    const SurfaceForm& form = forms.forms[objects[o].form];
    placed[o].first_vertex = vertices, placed[o].first_corner = corners;
    scene.objects.push_back({corners / 3, objects[o].number});
    vertices += forms.points(form, placed[o].level);
    corners += forms.triangles(form, placed[o].level).size();
  }
  scene.surfaces.vertices.resize(vertices);
  scene.surfaces.triangles.resize(corners);
#pragma omp parallel for schedule(dynamic)
  for (std::size_t o = 0; o < objects.size(); ++o)
    fill(scene.surfaces, data, forms, objects[o], placed[o], values);
  for (const SurfaceObject& wall : walls) {
    scene.objects.push_back({scene.surfaces.triangles.size() / 3, wall.number});
    const SurfaceForm& form = forms.forms[wall.form];
    const auto kind = static_cast<std::uint32_t>(std::clamp<int>(wall.kind, 0, kind::most_surfaces - 1));
    if (box.is(What::sheet, wall.kind))
      add_sheet(scene.surfaces, data, wall, form, box.size, values, kind);
    else
      add_inside_of_tube(scene.surfaces, data, wall, form, viewer.camera->eye, values, kind);
  }
  if (!placed.empty()) {
    double sum = 0;
    for (const Placed& p : placed) sum += static_cast<double>(p.radius);
    scene.grain = static_cast<float>(sum / static_cast<double>(placed.size()));
  }
  if (options.beads) // on the first point of each object
    for (std::size_t o = 0; o < objects.size(); ++o)
      add_ball(scene.things, point(data.positions, objects[o].first) + placed[o].shift, 0.09f * scene.grain,
               kind::bead);
  if (options.unwrapped)
    for (const Vertex& v : scene.surfaces.vertices)
      for (std::size_t d = 0; d < 3; ++d)
        scene.low[d] = std::min(scene.low[d], v.position[d]),
        scene.high[d] = std::max(scene.high[d], v.position[d]);
  add_surroundings(scene, box, options);
  add_vessel(scene, box, options, viewer.camera ? &*viewer.camera : nullptr, wall_values);
  if (!tubes_have_colours) add_tubes(scene, box, options, viewer.camera ? &*viewer.camera : nullptr);
  scene.caption = time_caption(data.time);
  return scene;
}

std::vector<Vec3f> some_points(const SurfaceFrameData& data, const SurfaceForms& forms, const RunBox& box,
                               bool unwrapped) {
  constexpr std::size_t enough = 4000; // of all objects together
  std::vector<Vec3f> points;
  for (const SurfaceObject& object : forms.objects) {
    const std::size_t n = forms.forms[object.form].points;
    const Vec3f shift = unwrapped ? Vec3f{} : box.into_box(centre_of(data, object.first, n), data.time);
    const std::size_t every =
        std::clamp<std::size_t>(data.topology->object.size() / enough, 5, std::max<std::size_t>(5, n / 50));
    for (std::size_t i = object.first; i < object.first + n; i += every)
      points.push_back(point(data.positions, i) + shift);
  }
  return points;
}

SurfaceFrameData between(const SurfaceFrameData& a, const SurfaceFrameData& b, double t) {
  if (a.positions.size() != b.positions.size()) return t < 0.5 ? a : b;
  SurfaceFrameData out = a;
  out.time = (1 - t) * a.time + t * b.time;
  const auto mix = [&](std::vector<float>& to, const std::vector<float>& other) {
#pragma omp parallel for
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += static_cast<float>(t) * (other[i] - to[i]);
  };
  mix(out.positions, b.positions);
  for (std::size_t f = 0; f < out.fields.size() && f < b.fields.size(); ++f)
    mix(out.fields[f].values, b.fields[f].values);
  return out;
}

} // namespace ibsim::view

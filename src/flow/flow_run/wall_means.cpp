#include "flow_run/wall_means.hpp"

#include "files/read_frames.hpp"
#include "files/run_folder.hpp"
#include "flow_files/cells_frames.hpp"
#include "model/output_plan.hpp"

#include <algorithm>

namespace ibsim {
namespace {

Real3 vector_at(const std::vector<float>& values, std::size_t i) {
  return {values[3 * i], values[3 * i + 1], values[3 * i + 2]};
}

const std::vector<float>& field_of(const SurfaceFrameData& frame, const std::string& name) {
  for (const auto& field : frame.fields)
    if (field.name == name && field.components == 3) return field.values;
  throw InputError("a frame of the wall has no " + name);
}

/// Sums over time at each vertex.
struct StressSums {
  std::vector<Real3> stress, traction;
  std::vector<real> magnitude;
  real weight = 0;

  explicit StressSums(std::size_t vertices) : stress(vertices), traction(vertices), magnitude(vertices) {}

  void add(const SurfaceFrameData& frame, real w) {
    const std::vector<float>&along = field_of(frame, "wall_stress"), &all = field_of(frame, "traction");
    for (std::size_t v = 0; v < stress.size(); ++v) {
      const Real3 t = vector_at(along, v);
      stress[v] += w * t, magnitude[v] += w * norm(t), traction[v] += w * vector_at(all, v);
    }
    weight += w;
  }
};

/// Weight of each time by the trapezoidal rule.
std::vector<real> trapezoid(const std::vector<FoundFrame>& frames) {
  std::vector<real> weights(frames.size());
  for (std::size_t i = 0; i + 1 < frames.size(); ++i) {
    const real half = (frames[i + 1].seal.time - frames[i].seal.time) / 2;
    weights[i] += half, weights[i + 1] += half;
  }
  return weights;
}

template <class T>
void write(const OutputPlan& output, const SurfaceFrameData& wall, const StressSums& sums, real time) {
  std::vector<Vec3<int>> triangles;
  const std::vector<std::uint32_t>& corners = wall.topology->triangles;
  for (std::size_t t = 0; t + 2 < corners.size(); t += 3)
    triangles.push_back(
        {static_cast<int>(corners[t]), static_cast<int>(corners[t + 1]), static_cast<int>(corners[t + 2])});
  const std::size_t n = sums.stress.size();
  std::vector<Real3> vertices(n);
  std::vector<real> magnitude(n);
  for (std::size_t v = 0; v < n; ++v)
    vertices[v] = vector_at(wall.positions, v), magnitude[v] = sums.magnitude[v] / sums.weight;
  const std::vector<real> gradient = gradients_along(vertices, corners, magnitude);
  std::vector<T> positions, stress, magnitudes, index, gradients, traction;
  const auto add = [](std::vector<T>& to, const Real3& v) {
    for (int d = 0; d < 3; ++d) to.push_back(static_cast<T>(v[d]));
  };
  for (std::size_t v = 0; v < n; ++v) {
    const Real3 mean = sums.stress[v] / sums.weight;
    add(positions, vertices[v]), add(stress, mean), add(traction, sums.traction[v] / sums.weight);
    magnitudes.push_back(static_cast<T>(magnitude[v]));
    index.push_back(static_cast<T>(oscillatory_index(mean, magnitude[v])));
    gradients.push_back(static_cast<T>(gradient[v]));
  }
  CellsFrames file(output.folder, wall_means_series,
                   SurfaceMesh{n, triangles, wall.topology->object, wall.topology->kind},
                   {{"mean_wall_stress", "kPa", 3},
                    {"mean_magnitude", "kPa", 1},
                    {"oscillatory_index", "", 1},
                    {"stress_gradient", "kPa/um", 1},
                    {"mean_traction", "kPa", 3}},
                   {output.precision, output.compression});
  file.append<T>(time, positions, {stress, magnitudes, index, gradients, traction}, 0);
  file.settle();
}

} // namespace

real oscillatory_index(const Real3& mean, real mean_magnitude) {
  return mean_magnitude > 0 ? std::clamp<real>((1 - norm(mean) / mean_magnitude) / 2, 0, 0.5) : 0;
}

std::vector<real> gradients_along(const std::vector<Real3>& vertices,
                                  std::span<const std::uint32_t> triangles, const std::vector<real>& values) {
  std::vector<Real3> sums(vertices.size());
  std::vector<real> areas(vertices.size());
  for (std::size_t t = 0; t + 2 < triangles.size(); t += 3) {
    const std::size_t corner[] = {triangles[t], triangles[t + 1], triangles[t + 2]};
    const Real3 normal =
        cross(vertices[corner[1]] - vertices[corner[0]], vertices[corner[2]] - vertices[corner[0]]);
    const real twice = norm(normal);
    if (!(twice > 0)) continue;
    Real3 area_times_gradient; // of the linear function: sum of value_c n x (opposite edge)/2
    for (std::size_t c = 0; c < 3; ++c)
      area_times_gradient +=
          values[corner[c]] / 2 *
          cross(normal / twice, vertices[corner[(c + 2) % 3]] - vertices[corner[(c + 1) % 3]]);
    for (const std::size_t v : corner) sums[v] += area_times_gradient, areas[v] += twice / 2;
  }
  // and over the triangles of neighbours: all of a vertex may be slivers
  std::vector<Real3> around(vertices.size());
  std::vector<real> area_around(vertices.size()), lengths(vertices.size());
  for (std::size_t t = 0; t + 2 < triangles.size(); t += 3)
    for (const std::size_t v : {triangles[t], triangles[t + 1], triangles[t + 2]})
      for (const std::size_t from : {triangles[t], triangles[t + 1], triangles[t + 2]})
        around[v] += sums[from], area_around[v] += areas[from];
  for (std::size_t v = 0; v < lengths.size(); ++v)
    if (area_around[v] > 0) lengths[v] = norm(around[v]) / area_around[v];
  return lengths;
}

void write_wall_means(const OutputPlan& output) {
  std::vector<FoundFrame> frames = frames_in(output.folder, wall_series);
  std::erase_if(frames,
                [&](const FoundFrame& frame) { return frame.seal.time < output.averages_from * (1 - 1e-9); });
  if (frames.size() < 2) return;
  const std::vector<real> weights = trapezoid(frames);
  SurfaceFrameData wall = read_surface_frame(frames[0].path, {"wall_stress", "traction"});
  StressSums sums(wall.topology->object.size());
  for (std::size_t i = 0; i < frames.size(); ++i)
    sums.add(read_surface_frame(frames[i].path, {"wall_stress", "traction"}, wall.topology), weights[i]);
  const real time = frames.back().seal.time;
  if (output.precision == FramePrecision::single_precision)
    write<float>(output, wall, sums, time);
  else
    write<double>(output, wall, sums, time);
}

} // namespace ibsim

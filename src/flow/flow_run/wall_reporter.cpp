#include "flow_run/wall_reporter.hpp"

#include "files/run_folder.hpp"
#include "geometry/point_cells.hpp"
#include "model/flow_model.hpp"
#include "walls/vessel.hpp"

#include <limits>

namespace ibsim {
namespace {

constexpr real cells_of_mean = 3;

/// Wall points within 3 cells of each vertex, on its side; of one that has none, the nearest.
NearWallPoints near_wall_points(const std::vector<Real3>& vertices, const std::vector<Real3>& outward,
                                const WallPoints& wall, const PeriodicBox& box, real h) {
  const real reach = cells_of_mean * h;
  PointCells cells(box, reach);
  cells.fill(wall.at);
  const long count = static_cast<long>(vertices.size());
  std::vector<std::vector<int>> of_vertex(vertices.size());
#pragma omp parallel for schedule(dynamic, 64)
  for (long i = 0; i < count; ++i) {
    const auto v = static_cast<std::size_t>(i);
    int nearest = -1;
    real least = std::numeric_limits<real>::infinity();
    cells.for_near(vertices[v], [&](int p) {
      const auto point = static_cast<std::size_t>(p);
      const real r = norm(box.nearest(vertices[v] - wall.at[point]));
      if (r < least) least = r, nearest = p;
      if (r < reach && dot(outward[v], wall.outward[point]) > 0) of_vertex[v].push_back(p);
    });
    if (of_vertex[v].empty() && nearest >= 0) of_vertex[v].push_back(nearest);
  }
  NearWallPoints near;
  for (const std::vector<int>& points : of_vertex) {
    near.points.insert(near.points.end(), points.begin(), points.end());
    near.first.push_back(near.points.size());
  }
  return near;
}

} // namespace

struct WallReporter::Wall {
  TriangleMesh mesh;
  std::vector<Real3> outward;
};

WallReporter::WallReporter(const OutputContext& context)
    : WallReporter(context, [&] {
        const Vessel& vessel = *context.model.vessel;
        Wall wall{level_surface(vessel.sampled(), vessel.shape(), 0), {}};
        wall.outward.resize(wall.mesh.vertices.size());
        for (const Vec3<int>& t : wall.mesh.triangles) {
          const auto at = [&](int v) { return wall.mesh.vertices[static_cast<std::size_t>(v)]; };
          const Real3 normal = cross(at(t.y) - at(t.x), at(t.z) - at(t.x));
          for (int c = 0; c < 3; ++c) wall.outward[static_cast<std::size_t>(t[c])] += normal;
        }
        for (Real3& n : wall.outward)
          if (norm(n) > 0) n = n / norm(n);
        return wall;
      }()) {}

WallReporter::WallReporter(const OutputContext& context, Wall wall)
    : FramesReporter("wall", context, context.output.wall_every, wall_series), vertices_(wall.mesh.vertices),
      outward_(wall.outward), near_(near_wall_points(vertices_, outward_, context.model.vessel->points(),
                                                     {context.model.grid.lengths()}, context.model.grid.h)),
      behind_(context.model, vertices_, outward_),
      file_(context.output.folder, wall_series,
            SurfaceMesh{vertices_.size(), wall.mesh.triangles, std::vector<int>(vertices_.size()),
                        std::vector<int>(vertices_.size())},
            {{"traction", "kPa", 3}, {"wall_stress", "kPa", 3}},
            {context.output.precision, context.output.compression}, context.mark(wall_series).frames) {}

template <class T>
void WallReporter::append(real time, std::uint64_t hash, const std::vector<Real3>& traction,
                          const std::vector<Real3>& behind) {
  std::vector<T> positions, all, along;
  const auto add = [](const Real3& v, std::vector<T>& to) {
    for (int d = 0; d < 3; ++d) to.push_back(static_cast<T>(v[d]));
  };
  for (std::size_t v = 0; v < vertices_.size(); ++v) {
    add(vertices_[v], positions), add(traction[v], all);
    add(traction[v] - dot(traction[v], outward_[v]) * outward_[v] - behind[v], along);
  }
  file_.append<T>(time, positions, {all, along}, hash);
}

void WallReporter::add_frame(Simulation& simulation) {
  const WallPoints& wall = simulation.model().vessel->points();
  const std::vector<real> F = simulation.values().wall_forces();
  const std::size_t n = wall.size();
  std::vector<Real3> traction(vertices_.size());
  for (std::size_t v = 0; v < traction.size(); ++v) {
    Real3 force;
    real area = 0;
    for (std::size_t i = near_.first[v]; i < near_.first[v + 1]; ++i) {
      const auto p = static_cast<std::size_t>(near_.points[i]);
      force += Real3{F[p], F[n + p], F[2 * n + p]}, area += wall.area[p];
    }
    if (area > 0) traction[v] = -force / area;
  }
  std::vector<Real3> behind = behind_.of(simulation, traction);
  this->context_.writer.add([this, time = simulation.time(), hash = simulation.hash(),
                             traction = std::move(traction), behind = std::move(behind)] {
    if (this->context_.output.precision == FramePrecision::single_precision)
      append<float>(time, hash, traction, behind);
    else
      append<double>(time, hash, traction, behind);
  });
}

} // namespace ibsim

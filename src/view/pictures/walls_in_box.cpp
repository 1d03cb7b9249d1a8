#include "pictures/walls_in_box.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim::view {
namespace {

/// The points of a sheet, number i + along_x k, with their images: those of i outside of 0 .. along_x - 1.
struct Rows {
  std::vector<Vertex> points;
  int along_x, along_z;
  Vec3f size;

  Vertex at(int i, int k) const {
    const auto turns = [](int number, int all) { return (number - ((number % all) + all) % all) / all; };
    const int x = turns(i, along_x), z = turns(k, along_z);
    Vertex v = points[static_cast<std::size_t>(i - x * along_x + along_x * (k - z * along_z))];
    v.position = v.position + Vec3f{static_cast<float>(x) * size[0], 0, static_cast<float>(z) * size[2]};
    return v;
  }
  void set_normals() {
    for (int k = 0; k < along_z; ++k)
      for (int i = 0; i < along_x; ++i) {
        const Vec3f x = at(i + 1, k).position - at(i - 1, k).position,
                    z = at(i, k + 1).position - at(i, k - 1).position;
        points[static_cast<std::size_t>(i + along_x * k)].normal = unit(cross(z, x)); // upward
      }
  }
};

Vertex between(const Vertex& a, const Vertex& b, float t) {
  Vertex v = a;
  v.position = a.position + t * (b.position - a.position);
  v.normal = unit(a.normal + t * (b.normal - a.normal));
  v.value = a.value + t * (b.value - a.value);
  return v;
}

/// What lies on one side of a plane across an axis: at most a corner more.
std::vector<Vertex> cut(const std::vector<Vertex>& corners, std::size_t axis, float plane, float side) {
  std::vector<Vertex> left;
  for (std::size_t c = 0; c < corners.size(); ++c) {
    const Vertex &a = corners[c], &b = corners[(c + 1) % corners.size()];
    const float from = side * (a.position[axis] - plane), to = side * (b.position[axis] - plane);
    if (from >= 0) left.push_back(a);
    if ((from > 0 && to < 0) || (from < 0 && to > 0)) {
      left.push_back(between(a, b, from / (from - to)));
      left.back().position[axis] = plane;
    }
  }
  return left;
}

void add_part_over_box(Mesh& mesh, std::vector<Vertex> corners, const Vec3f& size) {
  for (const std::size_t axis : {std::size_t{0}, std::size_t{2}}) {
    const auto [low, high] =
        std::minmax_element(corners.begin(), corners.end(), [&](const Vertex& a, const Vertex& b) {
          return a.position[axis] < b.position[axis];
        });
    if (high->position[axis] <= 0 || low->position[axis] >= size[axis]) return;
    corners = cut(cut(corners, axis, 0, 1), axis, size[axis], -1);
    if (corners.size() < 3) return;
  }
  const std::uint32_t first = mesh.add(corners[0]);
  std::uint32_t last = mesh.add(corners[1]);
  for (std::size_t c = 2; c < corners.size(); ++c) {
    const std::uint32_t next = mesh.add(corners[c]);
    for (const std::uint32_t corner : {first, last, next}) mesh.triangles.push_back(corner);
    last = next;
  }
}

} // namespace

void add_sheet(Mesh& mesh, const SurfaceFrameData& data, const SurfaceObject& object, const SurfaceForm& form,
               const Vec3f& size, const std::vector<float>& values, std::uint32_t kind) {
  const int n = static_cast<int>(form.points),
            along_x = form.triangles.size() < 2 ? 0 : static_cast<int>(form.triangles[1]); // {0, above, ..}
  if (along_x < 2 || n % along_x != 0 || n / along_x < 2)
    throw InputError("pictures cannot show a sheet whose points are not in rows");
  Rows rows{{}, along_x, n / along_x, size};
  Vec3f least{1e30f, 1e30f, 1e30f};
  for (std::size_t p = object.first; p < object.first + form.points; ++p) {
    const Vec3f at{data.positions[3 * p], data.positions[3 * p + 1], data.positions[3 * p + 2]};
    rows.points.push_back({at, {}, values.empty() ? 0 : values[p], kind});
    for (const std::size_t d : {std::size_t{0}, std::size_t{2}}) least[d] = std::min(least[d], at[d]);
  }
  for (Vertex& v : rows.points) // the least in the first box
    for (const std::size_t d : {std::size_t{0}, std::size_t{2}})
      v.position[d] -= size[d] * std::floor(least[d] / size[d]);
  rows.set_normals();
  for (int k = -rows.along_z; k <= rows.along_z; ++k) // and what is missing below the least
    for (int i = -along_x; i <= along_x; ++i) {
      const Vertex here = rows.at(i, k), beside = rows.at(i + 1, k), above = rows.at(i, k + 1),
                   across = rows.at(i + 1, k + 1);
      add_part_over_box(mesh, {here, above, across}, size);
      add_part_over_box(mesh, {here, across, beside}, size);
    }
}

void add_inside_of_tube(Mesh& mesh, const SurfaceFrameData& data, const SurfaceObject& object,
                        const SurfaceForm& form, const Vec3f& eye, const std::vector<float>& values,
                        std::uint32_t kind) {
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  Vec3f axis{};
  const auto point = [&](std::size_t i) {
    const std::size_t p = 3 * (object.first + i);
    return Vec3f{data.positions[p], data.positions[p + 1], data.positions[p + 2]};
  };
  for (std::size_t i = 0; i < form.points; ++i) axis = axis + 1 / static_cast<float>(form.points) * point(i);
  for (std::size_t i = 0; i < form.points; ++i) {
    const Vec3f at = point(i), inward = axis - at;
    mesh.add({at, unit(Vec3f{inward[0], inward[1], 0}), values.empty() ? 0 : values[object.first + i], kind});
  }
  for (std::size_t t = 0; t < form.triangles.size(); t += 3) {
    const auto corner = [&](std::size_t c) -> const Vec3f& {
      return mesh.vertices[first + form.triangles[t + c]].position;
    };
    const Vec3f outward = cross(corner(1) - corner(0), corner(2) - corner(0));
    if (dot(outward, eye - corner(0)) < 0) // turned over: counter-clockwise from within
      for (const std::size_t c : {std::size_t{0}, std::size_t{2}, std::size_t{1}})
        mesh.triangles.push_back(first + form.triangles[t + c]);
  }
}

void add_wall_behind_fluid(Mesh& mesh, const TriangleMesh& wall, const Vec3f* eye, const Vec3f& towards,
                           const std::vector<float>& values, std::uint32_t kind) {
  const auto place = [&](int v) {
    const Real3& x = wall.vertices[static_cast<std::size_t>(v)];
    return Vec3f{static_cast<float>(x.x), static_cast<float>(x.y), static_cast<float>(x.z)};
  };
  std::vector<Vec3f> normals(wall.vertices.size()); // into the fluid
  for (const Vec3<int>& t : wall.triangles) {
    const Vec3f inward = cross(place(t.z) - place(t.x), place(t.y) - place(t.x));
    for (int c = 0; c < 3; ++c) {
      Vec3f& normal = normals[static_cast<std::size_t>(t[c])];
      normal = normal + inward;
    }
  }
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (std::size_t v = 0; v < wall.vertices.size(); ++v)
    mesh.add({place(static_cast<int>(v)), unit(normals[v]), values.empty() ? 0 : values[v], kind});
  for (const Vec3<int>& t : wall.triangles) {
    const Vec3f a = place(t.x), inward = cross(place(t.z) - a, place(t.y) - a);
    if (dot(inward, eye ? *eye - a : towards) > 0) // counter-clockwise from within
      mesh.add_triangle(first + static_cast<std::uint32_t>(t.x), first + static_cast<std::uint32_t>(t.z),
                        first + static_cast<std::uint32_t>(t.y));
  }
}

} // namespace ibsim::view

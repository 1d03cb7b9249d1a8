#include "pictures/surface_forms.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace ibsim::view {
namespace {

constexpr std::size_t fewest_points = 160, most_points = 40000, most_coarser = 3, most_finer = 2;

/// Points and triangles of an object, which follow each other in a frame.
struct Part {
  std::size_t first, last, first_triangle, last_triangle;
};

std::vector<Part> parts_of(const SurfaceTriangles& topology) {
  const std::vector<std::uint32_t>& corners = topology.triangles;
  std::vector<Part> parts;
  for (std::size_t p = 0; p < topology.object.size(); ++p)
    if (p == 0 || topology.object[p] != topology.object[p - 1]) {
      if (!parts.empty()) parts.back().last = p;
      parts.push_back({p, topology.object.size(), 0, 0});
    }
  std::size_t t = 0;
  const std::size_t triangles = corners.size() / 3;
  for (Part& part : parts) {
    part.first_triangle = t;
    while (t < triangles && corners[3 * t] < part.last) ++t;
    part.last_triangle = t;
  }
  bool between = false;
#pragma omp parallel for reduction(|| : between)
  for (std::size_t o = 0; o < parts.size(); ++o)
    for (std::size_t i = 3 * parts[o].first_triangle; i < 3 * parts[o].last_triangle; ++i)
      between = between || corners[i] < parts[o].first || corners[i] >= parts[o].last;
  if (between) throw InputError("a frame has a triangle between two objects, which pictures cannot show");
  return parts;
}

bool same(const SurfaceTriangles& topology, const Part& part, const SurfaceForm& form) {
  if (part.last - part.first != form.points ||
      3 * (part.last_triangle - part.first_triangle) != form.triangles.size())
    return false;
  for (std::size_t i = 0; i < form.triangles.size(); ++i)
    if (topology.triangles[3 * part.first_triangle + i] - part.first != form.triangles[i]) return false;
  return true;
}

float mean_edge(const std::vector<Vec3f>& points, const std::vector<std::uint32_t>& triangles) {
  double sum = 0;
  for (std::size_t t = 0; t + 2 < triangles.size(); t += 3)
    for (std::size_t c = 0; c < 3; ++c)
      sum += static_cast<double>(length(points[triangles[t + c]] - points[triangles[t + (c + 1) % 3]]));
  return triangles.empty() ? 0 : static_cast<float>(sum / static_cast<double>(triangles.size()));
}

/// The meshes beside the form's own.
void add_levels(SurfaceForm& form, const std::vector<Vec3f>& points) {
  form.edge = mean_edge(points, form.triangles);
  std::vector<Vec3f> here = points;
  std::vector<std::uint32_t> kept(points.size());
  for (std::uint32_t i = 0; i < kept.size(); ++i) kept[i] = i;
  const std::vector<std::uint32_t>* triangles = &form.triangles;
  while (form.coarser.size() < most_coarser && here.size() >= 4 * fewest_points) {
    CoarserMesh mesh = coarser(here, *triangles);
    if (2 * mesh.points.size() > here.size()) break; // mostly border
    std::vector<Vec3f> left;
    for (std::uint32_t& p : mesh.points) left.push_back(here[p]), p = kept[p];
    kept = mesh.points, here = std::move(left);
    form.coarser.push_back(std::move(mesh));
    triangles = &form.coarser.back().triangles;
  }
  std::size_t n = points.size();
  triangles = &form.triangles;
  while (form.finer.size() < most_finer && n < most_points) {
    form.finer.push_back(finer(n, *triangles));
    triangles = &form.finer.back().triangles, n += form.finer.back().edges.size();
  }
}

} // namespace

FinerMesh finer(std::size_t points, const std::vector<std::uint32_t>& triangles) {
  FinerMesh mesh;
  std::map<std::array<std::uint32_t, 2>, std::uint32_t> middle;
  const auto between = [&](std::uint32_t a, std::uint32_t b) {
    const std::array<std::uint32_t, 2> edge{std::min(a, b), std::max(a, b)};
    const auto [at, fresh] = middle.try_emplace(edge, static_cast<std::uint32_t>(points + mesh.edges.size()));
    if (fresh) mesh.edges.push_back(edge);
    return at->second;
  };
  for (std::size_t t = 0; t + 2 < triangles.size(); t += 3) {
    const std::uint32_t a = triangles[t], b = triangles[t + 1], c = triangles[t + 2], ab = between(a, b),
                        bc = between(b, c), ca = between(c, a);
    for (const std::uint32_t corner : {a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca})
      mesh.triangles.push_back(corner);
  }
  return mesh;
}

SurfaceForms::SurfaceForms(const SurfaceTriangles& topology, const std::vector<float>& positions) {
  const std::vector<Part> parts = parts_of(topology);
  std::vector<std::size_t> of_part(parts.size());
  std::vector<std::vector<Vec3f>> samples;
  for (std::size_t o = 0; o < parts.size(); ++o) {
    const Part& part = parts[o];
    std::size_t f = 0; // neighbours are mostly alike: look at the last form first
    if (o > 0 && same(topology, part, forms[of_part[o - 1]]))
      f = of_part[o - 1];
    else
      while (f < forms.size() && !same(topology, part, forms[f])) ++f;
    if (f == forms.size()) {
      SurfaceForm form;
      form.points = part.last - part.first;
      for (std::size_t i = 3 * part.first_triangle; i < 3 * part.last_triangle; ++i)
        form.triangles.push_back(topology.triangles[i] - static_cast<std::uint32_t>(part.first));
      samples.emplace_back();
      for (std::size_t p = part.first; p < part.last; ++p)
        samples.back().push_back({positions[3 * p], positions[3 * p + 1], positions[3 * p + 2]});
      forms.push_back(std::move(form));
    }
    of_part[o] = f;
    objects.push_back({part.first, f, topology.object[part.first], topology.kind[part.first]});
  }
#pragma omp parallel for schedule(dynamic)
  for (std::size_t f = 0; f < forms.size(); ++f) add_levels(forms[f], samples[f]);
}

int SurfaceForms::level(const SurfaceForm& form, float longest_edge) {
  if (!(form.edge > 0)) return 0;
  int level = 0;
  while (level > -static_cast<int>(form.finer.size()) && std::ldexp(form.edge, level) > 2 * longest_edge)
    --level;
  while (level >= 0 && level < static_cast<int>(form.coarser.size()) &&
         std::ldexp(form.edge, level + 1) <= longest_edge)
    ++level;
  return level;
}

const std::vector<std::uint32_t>& SurfaceForms::triangles(const SurfaceForm& form, int level) const {
  return level == 0  ? form.triangles
         : level > 0 ? form.coarser.at(static_cast<std::size_t>(level - 1)).triangles
                     : form.finer.at(static_cast<std::size_t>(-level - 1)).triangles;
}

std::size_t SurfaceForms::points(const SurfaceForm& form, int level) const {
  if (level > 0) return form.coarser.at(static_cast<std::size_t>(level - 1)).points.size();
  std::size_t n = form.points;
  for (int k = 0; k < -level; ++k) n += form.finer[static_cast<std::size_t>(k)].edges.size();
  return n;
}

} // namespace ibsim::view

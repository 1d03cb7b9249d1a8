// Maps of activation times: the surface of a mesh of tetrahedra, cut open by a plane, with isochrones.
//
// The part of each tetrahedron behind the plane is kept. Faces that only one tetrahedron has are the surface;
// a triangle that the plane cuts leaves one or two triangles; a tetrahedron that it cuts adds a triangle or a
// quadrilateral to the section, with times interpolated along its edges (which is exact: times are linear in
// a tetrahedron).
#include "base/error.hpp"
#include "base/text.hpp"
#include "pictures/annotations.hpp"
#include "pictures/range_units.hpp"
#include "pictures/run_pictures.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace ibsim::view {
namespace fs = std::filesystem;
namespace {

struct MapCorner {
  Vec3f place{};
  float time = 0;
};

MapCorner crossing(const MapCorner& a, const MapCorner& b, float da, float db) {
  const float t = da / (da - db);
  return {a.place + t * (b.place - a.place), a.time + t * (b.time - a.time)};
}

/// The part of a triangle where d >= 0, as a fan.
void add_clipped(Mesh& mesh, const std::array<MapCorner, 3>& corners, const std::array<float, 3>& d) {
  std::vector<MapCorner> kept;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    if (d[i] >= 0) kept.push_back(corners[i]);
    if ((d[i] >= 0) != (d[j] >= 0)) kept.push_back(crossing(corners[i], corners[j], d[i], d[j]));
  }
  std::vector<std::uint32_t> at;
  for (const MapCorner& c : kept) at.push_back(mesh.add({c.place, {}, c.time, 0}));
  for (std::size_t i = 1; i + 1 < at.size(); ++i) mesh.add_triangle(at[0], at[i], at[i + 1]);
}

using Face = std::array<std::uint32_t, 3>;
constexpr std::array<std::array<int, 3>, 4> faces_of_a_tetrahedron{
    {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}};

/// Faces of a single tetrahedron.
std::vector<Face> boundary(const std::vector<std::uint32_t>& tetrahedra) {
  struct Sorted {
    Face key, face;
  };
  std::vector<Sorted> all;
  all.reserve(tetrahedra.size());
  for (std::size_t t = 0; t + 3 < tetrahedra.size(); t += 4)
    for (const auto& f : faces_of_a_tetrahedron) {
      Sorted s;
      for (std::size_t c = 0; c < 3; ++c) s.face[c] = tetrahedra[t + static_cast<std::size_t>(f[c])];
      s.key = s.face;
      std::sort(s.key.begin(), s.key.end());
      all.push_back(s);
    }
  std::sort(all.begin(), all.end(), [](const Sorted& a, const Sorted& b) { return a.key < b.key; });
  std::vector<Face> out;
  for (std::size_t i = 0; i < all.size();) {
    std::size_t j = i + 1;
    while (j < all.size() && all[j].key == all[i].key) ++j;
    if (j == i + 1) out.push_back(all[i].face);
    i = j;
  }
  return out;
}

/// The order of the corners of a section: around its middle.
void sort_around(std::vector<MapCorner>& corners, std::size_t u, std::size_t v) {
  Vec3f middle{};
  for (const MapCorner& c : corners) middle = middle + (1.0f / static_cast<float>(corners.size())) * c.place;
  std::sort(corners.begin(), corners.end(), [&](const MapCorner& a, const MapCorner& b) {
    return std::atan2(a.place[v] - middle[v], a.place[u] - middle[u]) <
           std::atan2(b.place[v] - middle[v], b.place[u] - middle[u]);
  });
}

class TissuePictures : public RunPictures {
 public:
  TissuePictures(std::vector<fs::path> files, const PictureOptions& options) : options_(options) {
    for (const fs::path& file : files)
      frames_.push_back({frames_.size(), file, static_cast<double>(frames_.size()), ""});
  }
  void set_options(const PictureOptions& options) override { options_ = options; }
  void fit_range(std::size_t, std::size_t) override {}
  Scene at(double time) override {
    return frame(static_cast<std::size_t>(std::clamp(time, 0.0, frames_.back().time) + 0.5));
  }

  Scene frame(std::size_t i) override {
    const FrameEntry& entry = frames_.at(i);
    ActivationMapData data;
    try {
      data = read_activation_map(entry.path, "");
    } catch (const InputError& e) {
      throw ResourceError(e.what());
    }
    Scene scene;
    scene.low = {1e30f, 1e30f, 1e30f}, scene.high = {-1e30f, -1e30f, -1e30f};
    for (std::size_t k = 0; k < data.points.size(); ++k) {
      scene.low[k % 3] = std::min(scene.low[k % 3], data.points[k]),
                    scene.high[k % 3] = std::max(scene.high[k % 3], data.points[k]);
    }
    scene.um_per_unit = 1000;
    scene.grain = 0.12f * length(scene.high - scene.low);
    scene.colours = colours_of({{KindLook::What::tissue}}, options_.look);
    scene.map = options_.map;
    scene.surfaces = cut_open(data, scene);
    double least = 1e300, most = -1e300;
    for (const float t : data.times)
      if (std::isfinite(t)) least = std::min<double>(least, t), most = std::max<double>(most, t);
    if (!(most > least)) least = 0, most = 1;
    scene.range = Range{least, most, "activation time", "ms"};
    apply_limits(*scene.range, options_.least, options_.most);
    scene.isochrones = static_cast<float>(round_length((most - least) / 9));
    scene.caption = text("isochrones every %g ms", static_cast<double>(scene.isochrones));
    if (options_.look != Look::data) scene.range.reset(), scene.caption.clear();
    return scene;
  }

  Camera camera(const Scene& scene, float aspect) override {
    std::vector<Vec3f> points;
    for (const Vertex& v : scene.surfaces.vertices) points.push_back(v.position);
    if (points.empty()) points = {scene.low, scene.high};
    // the cut faces whoever looks; hearts stand upright
    std::size_t axis = options_.slice ? static_cast<std::size_t>(options_.slice->axis) : 0;
    const Vec3f from[] = {{-1, -0.55f, 0.45f}, {-0.55f, -1, 0.45f}, {-0.55f, -0.45f, -1}};
    return camera_from(from[axis], axis == 2 ? Vec3f{0, 1, 0} : Vec3f{0, 0, 1}, points, aspect,
                       options_.zoom * (options_.axes ? 0.75 : 0.88));
  }

 private:
  Mesh cut_open(const ActivationMapData& data, const Scene& scene) const {
    const std::size_t axis = options_.slice ? static_cast<std::size_t>(options_.slice->axis) : 0;
    const float middle = 0.5f * (scene.low[axis] + scene.high[axis]);
    // of a slice the place is in um; what is kept lies beyond it
    const float cut =
        options_.slice && options_.slice->at ? static_cast<float>(*options_.slice->at / 1000) : middle;
    if (!(cut >= scene.low[axis] && cut <= scene.high[axis]))
      throw InputError(text("--slice: the mesh goes from %g mm to %g mm", scene.low[axis], scene.high[axis]));
    const auto corner = [&](std::uint32_t p) {
      return MapCorner{{data.points[3 * p], data.points[3 * p + 1], data.points[3 * p + 2]}, data.times[p]};
    };
    Mesh mesh;
    // the surface shares its points, so that it is shaded smoothly
    std::vector<std::uint32_t> known(data.times.size(), ~0u);
    const auto shared = [&](std::uint32_t p) {
      if (known[p] == ~0u) {
        const MapCorner c = corner(p);
        known[p] = mesh.add({c.place, {}, c.time, 0});
      }
      return known[p];
    };
    for (const Face& face : boundary(data.tetrahedra)) {
      std::array<MapCorner, 3> corners;
      std::array<float, 3> d;
      for (std::size_t c = 0; c < 3; ++c) corners[c] = corner(face[c]), d[c] = corners[c].place[axis] - cut;
      if (std::min({d[0], d[1], d[2]}) >= 0)
        mesh.add_triangle(shared(face[0]), shared(face[1]), shared(face[2]));
      else if (std::max({d[0], d[1], d[2]}) > 0)
        add_clipped(mesh, corners, d);
    }
    const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (std::size_t t = 0; t + 3 < data.tetrahedra.size(); t += 4) {
      std::array<MapCorner, 4> c;
      std::array<float, 4> d;
      for (std::size_t k = 0; k < 4; ++k)
        c[k] = corner(data.tetrahedra[t + k]), d[k] = c[k].place[axis] - cut;
      std::vector<MapCorner> section;
      for (std::size_t a = 0; a < 4; ++a)
        for (std::size_t b = a + 1; b < 4; ++b)
          if ((d[a] >= 0) != (d[b] >= 0)) section.push_back(crossing(c[a], c[b], d[a], d[b]));
      if (section.size() < 3) continue;
      sort_around(section, u, v);
      std::reverse(section.begin(), section.end()); // faces towards lower values of the axis
      std::vector<std::uint32_t> at;
      for (const MapCorner& corner : section) at.push_back(mesh.add({corner.place, {}, corner.time, 0}));
      for (std::size_t i = 1; i + 1 < at.size(); ++i) mesh.add_triangle(at[0], at[i], at[i + 1]);
    }
    set_normals(mesh);
    return mesh;
  }

  PictureOptions options_;
};

} // namespace

std::unique_ptr<RunPictures> open_activation(const fs::path& folder, const PictureOptions& options) {
  std::vector<fs::path> files;
  std::error_code error;
  for (auto entry = fs::directory_iterator(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error))
    if (const std::string name = entry->path().filename().string();
        name.starts_with("activation") && name.ends_with(".vtkhdf"))
      files.push_back(entry->path());
  if (files.empty()) return nullptr;
  std::sort(files.begin(), files.end());
  return std::make_unique<TissuePictures>(std::move(files), options);
}

} // namespace ibsim::view

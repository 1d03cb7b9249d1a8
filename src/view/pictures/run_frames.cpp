#include "pictures/run_frames.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "files/frame_series.hpp"
#include "flow_files/read_scenario.hpp"
#include "fluid/shear_strain.hpp"
#include "geometry/sampled_distance.hpp"
#include "model/scenario.hpp"
#include "walls/vessel.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim::view {
namespace {

using What = KindLook::What;

void show(RunBox& box, const ObjectKind&, const ClosedSurface& closed) {
  constexpr real largest_platelet = 2; // um, half axis
  const Real3& a = closed.surface.half_axes;
  box.kinds.push_back({closed.surface.shape == ReferenceShape::red_cell ? What::red_cell
                       : std::max({a.x, a.y, a.z}) < largest_platelet   ? What::platelet
                                                                        : What::capsule});
}

void show(RunBox& box, const ObjectKind& kind, const Tube& tube) {
  box.kinds.push_back({What::tube});
  for (const Placement& placement : kind.placements)
    box.tubes.push_back({static_cast<float>(placement.centre.x), static_cast<float>(placement.centre.y),
                         static_cast<float>(tube.radius)});
}

void show(RunBox& box, const ObjectKind&, const Sheet&) { box.kinds.push_back({What::sheet}); }
void show(RunBox& box, const ObjectKind&, const Tracer&) { box.kinds.push_back({What::tracer}); }

} // namespace

RunBox read_box(const std::filesystem::path& scenario) {
  std::vector<std::string> warnings;
  const Scenario s = read_scenario(scenario, {}, warnings);
  const Real3 size = s.grid.lengths();
  RunBox box{{static_cast<float>(size.x), static_cast<float>(size.y), static_cast<float>(size.z)},
             s.has_walls(),
             s.is_sheared() ? std::optional(s.drive.shear_rate) : std::nullopt,
             {},
             {}};
  for (const ObjectKind& kind : s.objects)
    std::visit([&](const auto& structure) { show(box, kind, structure); }, kind.structure);
  if (s.has_vessel())
    box.vessel = std::make_shared<TriangleMesh>(level_surface(s.vessel->sampled(), s.vessel->shape(), 0));
  return box;
}

Vec3f RunBox::image(int i, int j, int k, double time) const {
  double z = static_cast<double>(k) * size[2];
  if (slides_in_y && j != 0) { // fluid/lees_edwards.hpp: Ly strain for each box above
    const double slid = static_cast<double>(j) * size[1] * integral(*slides_in_y, time);
    z += slid - size[2] * std::round(slid / size[2]);
  }
  return {static_cast<float>(i) * size[0], static_cast<float>(j) * size[1], static_cast<float>(z)};
}

Vec3f RunBox::into_box(const Vec3f& point, double time) const {
  const auto boxes = [&](std::size_t axis, float x) {
    return periodic(axis) ? -static_cast<int>(std::floor(x / size[axis])) : 0;
  };
  const int j = boxes(1, point[1]);
  const Vec3f across = image(boxes(0, point[0]), j, 0, time);
  return across + image(0, 0, boxes(2, point[2] + across[2]), time);
}

std::vector<FrameEntry> frames_of(const std::filesystem::path& folder, const std::string& series) {
  std::vector<FrameEntry> frames;
  for (const auto& [number, path] : frame_paths(folder, series, false)) {
    FrameEntry entry{number, path, frames.empty() ? 0 : frames.back().time, ""};
    try {
      const Seal seal = read_seal(path);
      entry.time = seal.time;
      if (seal.what != kind_of_frame(series)) entry.damage = path.string() + ": is a " + seal.what;
    } catch (const Error& e) {
      entry.damage = e.what();
    }
    frames.push_back(std::move(entry));
  }
  return frames;
}

const FrameEntry& nearest_frame(const std::vector<FrameEntry>& frames, double time) {
  return *std::min_element(frames.begin(), frames.end(), [&](const FrameEntry& a, const FrameEntry& b) {
    return std::fabs(a.time - time) < std::fabs(b.time - time);
  });
}

std::string time_caption(double us) {
  if (std::fabs(us) >= 1e6) return text("t = %.6g s", us / 1e6);
  return std::fabs(us) >= 1e3 ? text("t = %.6g ms", us / 1e3) : text("t = %.4g us", us);
}

std::string time_caption(double us, double last, double step) {
  const double unit = std::fabs(last) >= 1e6 ? 1e6 : std::fabs(last) >= 1e3 ? 1e3 : 1;
  const double decimals = step > 0 ? std::clamp(std::ceil(-std::log10(step / unit)), 0.0, 6.0) : 0;
  return text("t = %.*f ", static_cast<int>(decimals), us / unit) + (unit == 1e6   ? "s"
                                                                     : unit == 1e3 ? "ms"
                                                                                   : "us");
}

} // namespace ibsim::view

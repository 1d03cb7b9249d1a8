// Drag of a sphere in a periodic lattice and between walls (sphere_drag.hpp).
#include "validation/sphere_drag.hpp"
#include "validation/validation.hpp"

#include <cmath>

namespace ibsim {
namespace {

real mobility(const ValidationSettings& s, const Grid& grid, Real3 centre, real radius) {
  return on_stream(s.cuda,
                   [&](const AnyStream& stream) { return sphere_mobility(stream, grid, centre, radius); });
}

int in_cells(int nominal, double finer) { return static_cast<int>(std::lround(nominal * finer)); }

/// There are no data sites and no time steps to refine.
bool no_such_thing(const Refinement& by) { return by.data_sites != 1 || by.step != 1; }

/// What the kernel adds to a radius, in cells, found in a wide lattice.
real added_by_the_kernel(const ValidationSettings& s) {
  const real nominal = 6, found = mobility(s, {{64, 64, 64}, 1}, {32.2, 31.7, 32.4}, nominal);
  return hydrodynamic_radius(found, nominal, [](real R) { return hasimoto_mobility(R, 64); }) - nominal;
}

} // namespace

ValidationResult validate_hasimoto(const ValidationSettings& s) {
  ValidationResult result;
  if (no_such_thing(s.refined)) return result;
  const double finer = 1 / s.refined.cell; // lengths are in cells
  const real added = added_by_the_kernel(s);
  Chart chart{
      "hasimoto", "Mobility of a periodic lattice of spheres", "radius over period", "6 pi mu a U/F", {}};
  Curve theirs{"Hasimoto 1959", {}, {}}, ours{"ibsim", {}, {}, true};
  for (int i = 0; i <= 60; ++i)
    theirs.x.push_back(0.005 * i), theirs.y.push_back(hasimoto_mobility(0.005 * i, 1));
  const int n = in_cells(s.quick ? 48 : 64, finer);
  for (const real nominal : {4.0, 6.0, 8.0, 10.0}) {
    const real radius = nominal * finer, R = radius + added, L = n;
    const real found =
        mobility(s, {{n, n, n}, 1}, {n / 2 + 0.2, n / 2 - 0.3, n / 2 + 0.4}, radius) * R / radius;
    result.comparisons.push_back(
        near_in_parts("mobility at a/L = " + short_number((nominal + added) / (s.quick ? 48 : 64)), found,
                      hasimoto_mobility(R, L), 0.02));
    draw_band(chart, R / L, result.comparisons.back());
    ours.x.push_back(R / L), ours.y.push_back(found);
  }
  chart.curves = {theirs, ours};
  result.charts = {chart};
  result.notes = {
      "A delta kernel makes a sphere larger by " + short_number(added) +
      " cells, as found with a radius of 6 cells in a period of 64; the other radii are that much "
      "larger too."};
  return result;
}

// Far images in x and z act as two-dimensional dipoles of the Hele-Shaw flow, as H^2/L^2: taken away by two
// lengths of the box.
ValidationResult validate_slit_drag(const ValidationSettings& s) {
  ValidationResult result;
  if (no_such_thing(s.refined)) return result;
  const double full = s.quick ? 1 : 1.5, finer = full / s.refined.cell; // of a gap of 32 cells
  const real added = added_by_the_kernel(s), half_gap = 16 * finer;
  const int gap = in_cells(32, finer);
  Chart chart{"slit_drag",
              "Mobility of a sphere midway between walls",
              "radius over half the gap",
              "6 pi mu a U/F",
              {}};
  Curve theirs{"Happel and Brenner 1965", {}, {}}, ours{"ibsim", {}, {}, true};
  for (int i = 0; i <= 50; ++i) theirs.x.push_back(0.01 * i), theirs.y.push_back(slit_mobility(0.01 * i, 1));
  const int near_images = in_cells(s.quick ? 64 : 96, finer),
            far_images = in_cells(s.quick ? 112 : 160, finer);
  for (const real nominal : s.quick ? std::vector<real>{5} : std::vector<real>{3, 5, 7}) {
    const std::string what = "mobility at a/l = " + short_number((nominal * full + added) / (16 * full));
    if (!s.wants(what)) continue;
    const real radius = nominal * finer, R = radius + added;
    real found[2];
    int i = 0;
    for (const int length : {near_images, far_images}) {
      Grid grid{{length, gap, length}, 1};
      grid.topology.y.ends = Ends::walls;
      found[i++] = mobility(s, grid, {length / 2 + 0.3, half_gap, length / 2 - 0.2}, radius) * R / radius;
    }
    const real part = real(near_images) * near_images / (real(far_images) * far_images);
    const real alone = (found[1] - part * found[0]) / (1 - part);
    result.comparisons.push_back(near_in_parts(what, alone, slit_mobility(R, half_gap), 0.02));
    draw_band(chart, R / half_gap, result.comparisons.back());
    ours.x.push_back(R / half_gap), ours.y.push_back(alone);
  }
  chart.curves = {theirs, ours};
  result.charts = {chart};
  result.notes = {"The images of the periodic directions are taken away by boxes of " +
                  std::to_string(near_images) + " and " + std::to_string(far_images) +
                  " cells, the gap being " + std::to_string(gap) + "."};
  return result;
}

} // namespace ibsim

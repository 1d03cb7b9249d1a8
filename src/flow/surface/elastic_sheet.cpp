#include "surface/elastic_sheet.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace ibsim {
namespace {

std::vector<Real3> nodes_of(real size_x, real size_z, SheetRows rows) {
  std::vector<Real3> nodes;
  for (int k = 0; k < rows.along_z; ++k)
    for (int i = 0; i < rows.along_x; ++i)
      nodes.push_back({size_x * (i + real{0.5}) / rows.along_x, 0, size_z * (k + real{0.5}) / rows.along_z});
  return nodes;
}

/// Operators between the sites of both, with equal weights.
RbfOperators operators_between(real size_x, real size_z, SheetRows data, SheetRows samples) {
  RbfOperators o;
  const int n = samples.sites();
  o.n_data = data.sites(), o.n_sample = n;
  o.along_x = trigonometric_operators(data.along_x, samples.along_x, size_x);
  o.along_z = trigonometric_operators(data.along_z, samples.along_z, size_z);
  o.weights.assign(static_cast<std::size_t>(n), size_x * size_z / n);
  o.e1.assign(static_cast<std::size_t>(n), {0, 0, 1}); // their product is upward
  o.e2.assign(static_cast<std::size_t>(n), {1, 0, 0});
  return o;
}

/// The derivative of each order, at each sample, of `x - length/2` less what the operators make of it.
std::vector<real> rest_of_line(const LineOperators& line, real length) {
  std::vector<real> rest;
  for (int p = 0; p < 3; ++p)
    for (int s = 0; s < line.n_sample; ++s) {
      const real x = length * ((s + real{0.5}) / line.n_sample - real{0.5});
      real value = p == 0 ? x : p == 1 ? 1 : 0;
      for (int i = 0; i < line.n_data; ++i)
        value -= line.values[static_cast<std::size_t>((p * line.n_sample + s) * line.n_data + i)] * length *
                 ((i + real{0.5}) / line.n_data - real{0.5});
      rest.push_back(value);
    }
  return rest;
}

/// SurfaceKind::affine of such operators.
std::vector<real> affine_part(const RbfOperators& o, real size_x, real size_z) {
  const std::vector<real> along_x = rest_of_line(o.along_x, size_x),
                          along_z = rest_of_line(o.along_z, size_z);
  const int mx = o.along_x.n_sample, mz = o.along_z.n_sample, sites = mx * mz;
  std::vector<real> affine(std::size_t{3} * surface_operators * sites);
  const auto at = [&](int d, SurfaceOperator b, int site) -> real& {
    return affine[site + static_cast<std::size_t>(sites) *
                             (static_cast<std::size_t>(b) + std::size_t{surface_operators} * d)];
  };
  for (int t = 0; t < mz; ++t)
    for (int s = 0; s < mx; ++s) {
      const int site = s + mx * t;
      at(0, SurfaceOperator::value, site) = along_x[s], at(2, SurfaceOperator::value, site) = along_z[t];
      at(0, SurfaceOperator::d2, site) = along_x[mx + s], at(2, SurfaceOperator::d1, site) = along_z[mz + t];
      at(0, SurfaceOperator::d22, site) = along_x[2 * mx + s];
      at(2, SurfaceOperator::d11, site) = along_z[2 * mz + t];
    }
  return affine;
}

/// Where the data sites take the sample sites, of whose places y alone is not their nodes'.
std::vector<Real3> samples_of(const SurfaceKind& sheet, real size_x, real size_z) {
  const LineOperators &x = sheet.operators.along_x, &z = sheet.operators.along_z;
  std::vector<real> half(static_cast<std::size_t>(x.n_sample) * z.n_data);
  for (int k = 0; k < z.n_data; ++k)
    for (int s = 0; s < x.n_sample; ++s)
      for (int i = 0; i < x.n_data; ++i)
        half[s + x.n_sample * k] +=
            x.values[i + x.n_data * s] * sheet.data_at_rest[static_cast<std::size_t>(i + x.n_data * k)].y;
  std::vector<Real3> samples;
  for (const Real3& node : sheet.sample_nodes) {
    const int s = static_cast<int>(samples.size()) % x.n_sample,
              t = static_cast<int>(samples.size()) / x.n_sample;
    real y = 0;
    for (int k = 0; k < z.n_data; ++k) y += z.values[k + z.n_data * t] * half[s + x.n_sample * k];
    samples.push_back({node.x - size_x / 2, y, node.z - size_z / 2});
  }
  return samples;
}

/// 1, and cos and sin of 1 .. `waves` periods of the length, at the midpoints of as many parts.
LineFunctions waves_on_line(real length, int points, int waves) {
  if (2 * waves + 1 > points)
    throw InputError(std::to_string(points) + " points cannot resolve " + std::to_string(waves) + " waves");
  LineFunctions line{points, 2 * waves + 1, {}};
  for (int k = 0; k <= 2 * waves; ++k)
    for (int i = 0; i < points; ++i) {
      const real angle = 2 * std::numbers::pi * ((k + 1) / 2) * (i + real{0.5}) / points;
      line.values.push_back(k == 0 ? std::sqrt(1 / length)
                                   : std::sqrt(2 / length) * (k % 2 ? std::cos(angle) : std::sin(angle)));
    }
  return line;
}

} // namespace

SheetRows odd_sheet_rows(real size_x, real size_z, real spacing) {
  SheetRows rows = sheet_rows(size_x, size_z, spacing);
  rows.along_x += rows.along_x % 2 == 0, rows.along_z += rows.along_z % 2 == 0;
  return rows;
}

LineOperators trigonometric_operators(int n, int m, real length) {
  if (n % 2 == 0) throw InputError("a line of " + std::to_string(n) + " points: the number must be odd");
  LineOperators line{n, m, {}};
  const real wave = 2 * std::numbers::pi / length;
  for (int p = 0; p < 3; ++p)
    for (int s = 0; s < m; ++s)
      for (int i = 0; i < n; ++i) {
        const real x = length * ((s + real{0.5}) / m - (i + real{0.5}) / n);
        real sum = p == 0 ? real{1} / n : 0;
        for (int j = 1; j <= (n - 1) / 2; ++j) {
          const real k = wave * j;
          sum += real{2} / n *
                 (p == 0   ? std::cos(k * x)
                  : p == 1 ? -k * std::sin(k * x)
                           : -k * k * std::cos(k * x));
        }
        line.values.push_back(sum);
      }
  return line;
}

SiteFunctions waves_at(real size_x, real size_z, SheetRows rows, SheetRows waves) {
  SiteFunctions found;
  found.sites = rows.sites();
  found.along_x = waves_on_line(size_x, rows.along_x, waves.along_x);
  found.along_z = waves_on_line(size_z, rows.along_z, waves.along_z);
  found.functions = found.along_x.functions * found.along_z.functions;
  found.weights.assign(static_cast<std::size_t>(found.sites), size_x * size_z / found.sites);
  return found;
}

void add_resolved_waves(SurfaceKind& kind, real size_x, real size_z, real shortest) {
  const RbfOperators& o = kind.operators;
  const auto waves = [&](real size, Index points) {
    return std::max(
        1, std::min(static_cast<int>(size / shortest * (1 + 1e-9)), static_cast<int>(points - 1) / 2));
  };
  const SheetRows most{waves(size_x, o.along_x.n_data), waves(size_z, o.along_z.n_data)};
  kind.resolved.at_data = waves_at(size_x, size_z, {o.along_x.n_data, o.along_z.n_data}, most);
  kind.resolved.at_samples = waves_at(size_x, size_z, {o.along_x.n_sample, o.along_z.n_sample}, most);
  for (int d = 0; d < 3; ++d) {
    std::vector<real> component;
    for (const Real3& x : kind.data_at_rest) component.push_back(x[d]);
    const std::vector<real> low = projected(kind.resolved.at_data, component);
    for (std::size_t i = 0; i < low.size(); ++i)
      kind.resolved.beside_at_data.push_back(component[i] - low[i]);
  }
}

SurfaceKind make_elastic_sheet(const Relief& relief, real size_x, real size_z, SheetRows data,
                               SheetRows samples) {
  SurfaceKind sheet;
  sheet.topology = SurfaceTopology::doubly_periodic;
  sheet.parameter_area = size_x * size_z;
  sheet.data_nodes = nodes_of(size_x, size_z, data);
  sheet.sample_nodes = nodes_of(size_x, size_z, samples);
  for (const Real3& node : sheet.data_nodes)
    sheet.data_at_rest.push_back(
        {node.x - size_x / 2, relief_at(relief, node.x, node.z).y, node.z - size_z / 2});
  sheet.operators = operators_between(size_x, size_z, data, samples);
  sheet.affine = affine_part(sheet.operators, size_x, size_z);
  sheet.at_data = operators_between(size_x, size_z, data, data);
  sheet.affine_at_data = affine_part(sheet.at_data, size_x, size_z);
  sheet.samples_at_start = samples_of(sheet, size_x, size_z);
  sheet.triangles = sheet_triangles(samples);
  return sheet;
}

} // namespace ibsim

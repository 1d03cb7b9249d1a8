#include "objects/start_shape.hpp"

#include "base/error.hpp"
#include "model/object_kind.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

namespace ibsim {
namespace {

/// H of a spheroid at the height z, negative of a sphere: the principal curvatures are a c/w^3 and c/(a w),
/// w^2 = c^2 + (a^2 - c^2) (z/c)^2.
real mean_curvature(const ReferenceSurface& spheroid, real z) {
  const real a = spheroid.half_axes.x, c = spheroid.half_axes.z;
  const real w = std::sqrt(c * c + (a * a - c * c) * (z / c) * (z / c));
  return -0.5 * (a * c / (w * w * w) + c / (a * w));
}

RelaxationProblem problem_of(const ClosedSurface& kind, const ReferenceSurface& spheroid, real area_ratio) {
  RelaxationProblem problem{kind.law, kind.bending, kind.global_area_modulus, {}};
  for (const real t : relaxation_points()) {
    const Real3 xi{std::sin(t), 0, std::cos(t)};
    const Real3 at_rest = equal_area_image(kind.surface, spheroid, {xi})[0];
    // r |dX/dt| is the same but for the ratio
    const real element =
        position(kind.surface, xi).x * norm(derivative(kind.surface, xi, {std::cos(t), 0, -std::sin(t)}));
    problem.at_rest.push_back(
        {at_rest.x, area_ratio * element / at_rest.x, mean_curvature(spheroid, at_rest.z)});
  }
  return problem;
}

/// The shape of least energy with this ratio of areas.
StartShape relaxed_with(const ClosedSurface& kind, const DentedShape& from, real area, real ratio) {
  StartShape start{spheroid_of(kind.stress_free.reduced_volume, ratio * area), ratio, {}, 0};
  start.relaxation = relax(from, problem_of(kind, start.stress_free, ratio));
  return start;
}

} // namespace

StartShape start_shape(const ObjectKind& kind, int degree) {
  const ClosedSurface& closed = kind.closed();
  const StressFreeShape& wanted = closed.stress_free;
  if (wanted.is_initial()) throw std::invalid_argument("start_shape: the object has no stress as it is");
  if (!is_round_about_z(closed.surface))
    throw InputError("\"" + kind.name +
                     "\": only an object that is round about its own z axis can have a "
                     "spheroid as its stress-free shape");
  const real area = area_and_volume(closed.surface).area;
  if (!wanted.relax) {
    const real ratio = wanted.automatic_area ? 1 : wanted.area_ratio;
    return {spheroid_of(wanted.reduced_volume, ratio * area), ratio, {}, 0};
  }
  // each polynomial of n terms makes degrees up to 2 n - 1; of a shape without mirror symmetry 2 n
  const int most = std::min(degree, most_degree_of_start);
  const AxialShape plain = axial_shape(closed.surface, wanted.dent > 0 ? most / 2 : (most + 1) / 2);
  const DentedShape from = wanted.dent > 0 ? dented(plain, wanted.dent) : DentedShape{plain};
  StartShape start;
  try {
    start = relaxed_with(closed, from, area, wanted.automatic_area ? 1 : wanted.area_ratio);
    if (wanted.automatic_area) { // the secant method; the area of the relaxed object goes with the ratio
      real before = 0, ratio_before = 0;
      for (int i = 0; i < 12; ++i) {
        const real excess = start.relaxation->area / area - 1;
        if (std::abs(excess) < 1e-12) break;
        const real slope = i == 0 ? 1 : (excess - before) / (start.area_ratio - ratio_before);
        before = excess, ratio_before = start.area_ratio;
        const real next = start.area_ratio - excess / slope;
        if (!(next >= least_area_ratio && next <= most_area_ratio))
          throw InputError("\"" + kind.name +
                           "\": with no stress-free spheroid the object relaxes to the area of its shape, as "
                           "for a sphere, which has the least area of its volume: give "
                           "membrane.stress_free.area_ratio, or relax: false");
        start = relaxed_with(closed, from, area, next);
      }
    }
  } catch (const NumericalError& e) {
    throw NumericalError("\"" + kind.name + "\", before the start: " + e.what() +
                         "; membrane.stress_free.relax: false leaves it as it is");
  }
  for (const real t : relaxation_points()) {
    const Real3 xi{std::sin(t), 0, std::cos(t)};
    start.moved = std::max(start.moved, norm(start.relaxation->shape.position(xi) - plain.position(xi)));
  }
  return start;
}

namespace {

/// The derivatives of a map of the sphere along the frames of the sample sites, by differences of fourth
/// order along great circles: with t = 0.01 errors of 1e-8 of a fifth derivative, and of round-off 1e-14/t^2.
std::vector<SurfaceJet> jets_of(const SurfaceKind& kind,
                                const std::function<std::vector<Real3>(const std::vector<Real3>&)>& map) {
  constexpr real t = 0.01;
  const RbfOperators& o = kind.operators;
  std::vector<SurfaceJet> jets(kind.sample_nodes.size());
  const std::vector<Real3> here = map(kind.sample_nodes);
  for (int way = 0; way < 3; ++way) {
    std::vector<Real3> of_step[4]; // -2, -1, 1, 2
    const int steps[4] = {-2, -1, 1, 2};
    for (int k = 0; k < 4; ++k) {
      std::vector<Real3> nodes;
      for (std::size_t s = 0; s < jets.size(); ++s) {
        const Real3 along = way == 0 ? o.e1[s] : way == 1 ? o.e2[s] : normalized(o.e1[s] + o.e2[s]);
        nodes.push_back(std::cos(steps[k] * t) * kind.sample_nodes[s] + std::sin(steps[k] * t) * along);
      }
      of_step[k] = map(nodes);
    }
    for (std::size_t s = 0; s < jets.size(); ++s) {
      const Real3 &a = of_step[0][s], &b = of_step[1][s], &c = of_step[2][s], &d = of_step[3][s];
      const Real3 first = (8.0 * (c - b) - (d - a)) / (12 * t),
                  second = (16.0 * (b + c) - (a + d) - 30.0 * here[s]) / (12 * t * t);
      if (way == 0)
        jets[s].d1 = first, jets[s].d11 = second;
      else if (way == 1)
        jets[s].d2 = first, jets[s].d22 = second;
      else
        jets[s].d12 = second - 0.5 * (jets[s].d11 + jets[s].d22);
    }
  }
  return jets;
}

} // namespace

void set_start(SurfaceKind& kind, const ObjectKind& object) {
  const ClosedSurface& closed = object.closed();
  if (closed.stress_free.is_initial()) return;
  const StartShape start =
      start_shape(object, kind.resolved.empty() ? most_degree_of_start : kind.resolved.degree);
  const auto places = [&](const std::vector<Real3>& nodes) {
    std::vector<Real3> X;
    for (const Real3& xi : nodes)
      X.push_back(start.relaxation ? start.relaxation->shape.position(xi) : position(closed.surface, xi));
    return X;
  };
  kind.data_at_start = places(kind.data_nodes);
  kind.samples_at_start = places(kind.sample_nodes);
  const auto without_stress = [&](const std::vector<Real3>& nodes) {
    return equal_area_image(closed.surface, start.stress_free, nodes);
  };
  kind.data_at_rest = without_stress(kind.data_nodes);
  if (!kind.resolved.empty()) kind.jets_at_rest = jets_of(kind, without_stress);
}

} // namespace ibsim

#include "checks/resolution_advice.hpp"

#include "base/text.hpp"
#include "checks/crowding.hpp"
#include "grid/cell_sides.hpp"
#include "mechanics/laws.hpp"
#include "model/flow_model.hpp"
#include "model/time_settings.hpp"
#include "objects/area_strength.hpp"
#include "objects/dimensionless.hpp"
#include "objects/narrowed_waves.hpp"
#include "objects/rate_at_objects.hpp"
#include "objects/structure_properties.hpp"
#include "objects/suitable_sites.hpp"
#include "surface/least_width.hpp"
#include "surface/mapped_shape.hpp"
#include "surface/resolved_space.hpp"
#include "walls/driven_flow.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace ibsim {
namespace {

using Kind = KindOf<const ClosedSurface, const ObjectKind>;

std::string key_of(const Kind& kind, const char* below = "") {
  return "objects." + std::to_string(kind.number) + below;
}

/// Two surfaces within the width of the kernel have no inside between them.
void look_at_thickness(const FlowModel& model, const Kind& kind, std::vector<Finding>& findings) {
  const real width = least_width(kind.structure.surface), h = model.grid.h;
  const int least = support(model.kernel);
  if (width < least * h)
    findings.push_back({key_of(kind),
                        text("\"%s\" is %.3g um thick, %.2g h: its inside is not resolved within the kernel "
                             "of %d h; domain.cell of %s or less does",
                             kind.kind.name.c_str(), width, width / h, least,
                             text_of_cell_up_to(model.grid.lengths(), width / least).c_str()),
                        false});
}

/// Looks at membranes in the paper's form; of resolved ones advice.cpp says it by degrees.
void look_at_data_sites(const FlowModel& model, const Kind& kind, const DimensionlessNumbers& numbers,
                        std::vector<Finding>& findings) {
  constexpr real farthest = 2;
  const int suitable = suitable_sites(kind.structure.surface, model.grid.h).data;
  if (model.membrane == MembraneForm::paper && flow_rate(model) > 0 && numbers.data_spacing > farthest &&
      suitable > kind.structure.data_sites)
    findings.push_back({key_of(kind, ".data_sites"),
                        text("data sites are %.2g h apart, more than 2 h: the shape is blurred; %d suffice",
                             numbers.data_spacing, suitable),
                        false});
}

/// D of a capsule is about 2 Ca: at 1e-3 it is round to 0.2 %, and steps are shorter the stiffer it is.
void look_at_stiffness(const Kind& kind, const DimensionlessNumbers& numbers,
                       std::vector<Finding>& findings) {
  constexpr real least = 1e-4, suffices = 1e-3;
  if (numbers.capillary > 0 && numbers.capillary < least)
    findings.push_back(
        {key_of(kind, ".membrane.shear_modulus"),
         text("the capillary number of \"%s\" is %.2g: it hardly deforms, and its steps are needlessly "
              "short; is the unit right? A shear_modulus of %.2g dyn/cm keeps its shape to 0.2 %%",
              kind.kind.name.c_str(), numbers.capillary,
              shear_modulus_at_rest(kind.structure.law) * numbers.capillary / suffices),
         false});
}

/// docs/notes/membranes.md: 59 cells at 40 % with Ca = 0.9 folded at a strain of 1.2, with the viscosity of
/// real membranes they lived to the end, 12.
void look_at_dense_flow(const FlowModel& model, const Kind& kind, const DimensionlessNumbers& numbers,
                        std::vector<Finding>& findings) {
  constexpr real dense = 0.3, strong = 0.7;
  if (kind.structure.viscosity.viscosity == 0 && numbers.capillary > strong && volume_fraction(model) > dense)
    findings.push_back(
        {key_of(kind, ".membrane"),
         text("at %.0f %% of the volume and a capillary number of %.2g membranes without viscosity folded in "
              "tests; membrane.viscosity: 3e-7 N s/m, as for a red cell, kept them whole",
              100 * volume_fraction(model), numbers.capillary),
         false});
}

/// docs/notes/remedies.md: cells and capsules with Ca from 1.2 on and less than 8 mu gamma R folded without
/// viscosity, or were pressed to 0.3 of their area; with it and 25 mu gamma R they lived. Of Ca above 100
/// advice.cpp asks for the unit.
void look_at_softness(const FlowModel& model, const Kind& kind, const DimensionlessNumbers& numbers,
                      std::vector<Finding>& findings) {
  const AnyLaw& law = kind.structure.law;
  const real Ca = numbers.capillary, K = area_modulus_of(law);
  if (kind.structure.viscosity.viscosity == 0 && Ca > 1 && Ca <= 100 &&
      K < 8 * Ca * shear_modulus_at_rest(law))
    findings.push_back({key_of(kind, ".membrane"),
                        text("a flow of capillary number %.2g compresses a membrane of %.3g dyn/cm until it "
                             "folds; membrane.viscosity: 3e-7 N s/m, as for a red cell, and "
                             "membrane.area_modulus: %.2g dyn/cm keep it whole",
                             Ca, K, area_modulus_for_flow(model, kind.kind)),
                        false});
}

/// The coarsest cell that is finer than that of the grid, divides the box into numbers without prime factors
/// above 7, and carries forces of this degree on a membrane that the flow draws out; empty if there is none.
std::string cell_for_degree(const FlowModel& model, const Kind& kind, int degree) {
  constexpr int any = 1 << 24;
  const Real3 size = model.grid.lengths();
  const real area = area_and_volume(kind.structure.surface).area, narrowed = narrowed_waves(model, kind.kind);
  const auto is_smooth = [](int n) {
    for (const int prime : {2, 3, 5, 7})
      while (n % prime == 0) n /= prime;
    return n == 1;
  };
  for (int n = model.grid.n.x + 1; n <= 4 * model.grid.n.x; ++n) {
    const real side = size.x / n;
    const bool fits = is_smooth(n) && std::abs(size.y / side - std::round(size.y / side)) < 1e-6 &&
                      std::abs(size.z / side - std::round(size.z / side)) < 1e-6;
    if (!fits || resolved_degree(any, any, area, side * narrowed).degree < degree) continue;
    const long length = std::lround(size.x), shared = std::gcd(length, static_cast<long>(n));
    return std::abs(size.x - static_cast<real>(length)) < 1e-9
               ? text("%ld/%ld um", length / shared, n / shared)
               : text("%.6g um", side);
  }
  return "";
}

/// docs/notes/remedies.md: red cells at capillary numbers of 13 and 26 folded at strains of 26 with degree 7.
/// With degree 8 and more they kept whole to a strain of 40. At capillary numbers of 8 and less the grid that
/// carries the thickness carries degree 8. The runs are of shear flow; nothing is known of cells that meet a
/// part of the rate at the wall, as on the axis of a channel.
void look_at_degree_of_stretched(const FlowModel& model, const Kind& kind,
                                 const DimensionlessNumbers& numbers, std::vector<Finding>& findings) {
  constexpr int least = 8;
  constexpr real strong = 10;
  if (model.membrane != MembraneForm::resolved || numbers.capillary <= strong ||
      kind.structure.surface.shape != ReferenceShape::red_cell ||
      rate_at_objects(model) < 0.99 * flow_rate(model))
    return;
  const int degree = resolved_degree(kind.kind, model).degree;
  if (degree >= least) return;
  const std::string cell = cell_for_degree(model, kind, least);
  findings.push_back(
      {key_of(kind),
       text("a flow of capillary number %.3g elongates \"%s\", and this grid resolves its forces to degree "
            "%d; such cells folded with degree 7, at strains of 26, and did not with 8",
            numbers.capillary, kind.kind.name.c_str(), degree) +
           (cell.empty() ? "" : "; domain.cell of " + cell + " carries that"),
       false});
}

/// A surface from a mesh starts as the part of it that its space of functions has.
void look_at_details_of_mesh(const FlowModel& model, const Kind& kind, std::vector<Finding>& findings) {
  const ReferenceSurface& surface = kind.structure.surface;
  if (!surface.map || model.membrane != MembraneForm::resolved) return;
  const int degree = resolved_degree(kind.kind, model).degree;
  if (surface.map->degree <= degree) return;
  const ReferenceSurface held = up_to_degree(surface, degree);
  real farthest = 0;
  for (const Real3& xi : bauer_spiral(500))
    farthest = std::max(farthest, norm(position(surface, xi) - position(held, xi)));
  const real radius = std::sqrt(area_and_volume(surface).area / (4 * std::numbers::pi));
  if (farthest < 0.01 * radius) return;
  const std::string cell = cell_for_degree(model, kind, surface.map->degree);
  findings.push_back(
      {key_of(kind, ".mesh"),
       text("the mesh of \"%s\" has details of degree %d, and this grid carries its membrane to degree "
            "%d: it starts smoother, by up to %.2g um",
            kind.kind.name.c_str(), surface.map->degree, degree, farthest) +
           (cell.empty() ? "" : "; domain.cell of " + cell + " carries them"),
       false});
}

void look_at_strain(const FlowModel& model, const TimeSettings& time, std::vector<Finding>& findings) {
  constexpr real longest = 20;
  const real strain = flow_rate(model) * time.end;
  if (model.membrane == MembraneForm::paper && !kinds_of<ClosedSurface>(model.objects).empty() &&
      strain > longest)
    findings.push_back({"coupling.membrane",
                        text("with coupling.membrane: paper errors of the membrane grow until it folds, and "
                             "this run has a strain of %.3g; coupling.membrane: resolved does not fold",
                             strain),
                        false});
}

void look_at_channel(const FlowModel& model, std::vector<Finding>& findings) {
  constexpr real most = 500; // plane Poiseuille and Couette flow are laminar below about 1000
  if (model.has_walls() && channel_reynolds(model) > most)
    findings.push_back(
        {"flow",
         text("the Reynolds number of the channel is %.3g: such flow may become turbulent, and in "
              "vessels of this size it is near 1; are the units of drive and viscosity right?",
              channel_reynolds(model)),
         false});
}

} // namespace

void look_at_resolution(const FlowModel& model, const TimeSettings& time, std::vector<Finding>& findings) {
  for (const Kind& kind : kinds_of<ClosedSurface>(model.objects)) {
    const DimensionlessNumbers numbers = dimensionless_numbers(model, kind.kind);
    look_at_thickness(model, kind, findings);
    look_at_data_sites(model, kind, numbers, findings);
    look_at_stiffness(kind, numbers, findings);
    look_at_dense_flow(model, kind, numbers, findings);
    look_at_softness(model, kind, numbers, findings);
    look_at_degree_of_stretched(model, kind, numbers, findings);
    look_at_details_of_mesh(model, kind, findings);
  }
  look_at_strain(model, time, findings);
  look_at_channel(model, findings);
}

} // namespace ibsim

// `objects.N.held_by` of tubes and sheets, and `objects.N.density` of what is inside closed objects.
#include "base/text.hpp"
#include "flow_files/flow_keys.hpp"
#include "flow_files/structure_numbers.hpp"
#include "model/flow_model.hpp"
#include "objects/presets.hpp"

namespace ibsim {

/// The density of the inside, which gravity alone asks for.
Key density_key(const SharedNumbers& numbers, const FlowModel& model) {
  ClosedSurface& surface = numbers->closed;
  return key::quantity("density", surface.density, dimension::density,
                       "Density of the inside. With fluid.gravity its difference from fluid.density has a "
                       "weight; its inertia is the fluid's.")
      .above(0)
      .or_word(
          "fluid", [&surface] { return !(surface.density > 0); },
          [&surface](bool fluid) {
            if (fluid) surface.density = 0;
          })
      .by_default(
          text("%.3g g/cm^3 for the presets of red cells, else fluid", density_of_red_cells),
          [numbers] { numbers->closed.density = is_red_cell(numbers->preset) ? density_of_red_cells : 0; })
      .no_effect_unless([numbers, &model] { return numbers->is_closed() && norm(model.gravity) > 0; },
                        "has no effect without fluid.gravity, or on what has no inside");
}

/// Read after the tethers.
Key held_by_key(ObjectKind& kind, const SharedNumbers& numbers, const FlowModel& model) {
  HeldBy& held_by = numbers->held_by;
  const auto is_elastic = [numbers] { return numbers->is_sheet() && numbers->membrane_is_said; };
  return key::choice("held_by", held_by, {"points", "springs"},
                     "Support of a tube or a rigid sheet. points: forces that stop the fluid at its sites, "
                     "in steps of any length, by a second solve of the fluid in each step. springs: "
                     "tethers, which yield and limit the step.")
      .only_if([numbers] { return numbers->is_tube() || numbers->is_sheet(); },
               "only a tube or a sheet has a choice")
      .by_default("points; springs with tethers, a membrane or time.scheme: imex-rk",
                  [&held_by, &kind, &model, is_elastic] {
                    held_by = kind.tethers.empty() && model.is_bdf2() && !is_elastic() ? HeldBy::points
                                                                                       : HeldBy::springs;
                  })
      .check([&held_by, &kind, &model, is_elastic]() -> std::string {
        if (held_by == HeldBy::springs) return "";
        if (is_elastic()) return "springs hold a sheet with a membrane";
        if (!kind.tethers.empty()) return "tethers are springs; leave them out, or say held_by: springs";
        return model.is_bdf2() ? "" : "points need time.scheme: bdf2; with imex-rk springs hold it";
      });
}

} // namespace ibsim

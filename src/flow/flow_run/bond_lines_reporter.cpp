#include "flow_run/bond_lines_reporter.hpp"

#include "files/run_folder.hpp"
#include "mechanics/bond_rates.hpp"
#include "model/flow_model.hpp"
#include "objects/bond_objects.hpp"
#include "simulation/object_ligands.hpp"

#include <optional>

namespace ibsim {

BondLinesReporter::BondLinesReporter(const OutputContext& context)
    : FramesReporter("bonds as lines", context, context.output.cells_every, bonds_series),
      file_(context.output.folder, {context.output.precision, context.output.compression},
            context.mark(bonds_series).frames) {}

void BondLinesReporter::add_frame(Simulation& simulation) {
  constexpr real piconewtons = 1000; // in a nN
  const FlowModel& model = simulation.model();
  std::vector<BondLine> lines;
  for (std::size_t kind = 0; kind < model.objects.size(); ++kind) {
    const ObjectKind& of = model.objects[kind];
    if (!of.adhesions.empty()) {
      const std::vector<real> x = simulation.surface_field_on_host(kind, SurfaceField::positions);
      for (std::size_t a = 0; a < of.adhesions.size(); ++a) {
        const BondMemory memory = bond_memory(simulation, kind, a, false);
        const BondRates rates = bond_rates(of.adhesions[a]);
        std::optional<ObjectLigands> objects;
        const std::optional<std::size_t> others = ligand_kind(model, of.adhesions[a]);
        if (others) objects.emplace(simulation, this->context_.kinds, *others);
        for (std::size_t i = 0; i < memory.all(); ++i) {
          if (!memory.is_bound(i)) continue;
          const std::size_t object = i / memory.n, site = object * memory.sites + memory.site(i % memory.n);
          const Real3 receptor{x[3 * site], x[3 * site + 1], x[3 * site + 2]};
          Real3 ligand, d; // in front of a membrane, as in front of a wall
          int partner = -1;
          if (objects) {
            d = objects->apart(memory, i, receptor), ligand = receptor - d;
            partner =
                static_cast<int>(simulation.id_of(*others, static_cast<std::size_t>(memory.partners[i])));
          } else {
            const LigandSurface::Anchor anchor = memory.anchor(i);
            ligand = memory.ligands.place(anchor);
            // a vessel's distances are not here: its lines are as long as they look
            d = memory.ligands.is_vessel() ? receptor - ligand : memory.ligands.apart(anchor, receptor);
          }
          lines.push_back({receptor, ligand, piconewtons * rates.stiffness * rates.stretch(norm(d)),
                           static_cast<int>(simulation.id_of(kind, object)), static_cast<int>(a),
                           static_cast<int>(i % memory.n), partner});
        }
      }
    }
  }
  this->context_.writer.add([this, time = simulation.time(), hash = simulation.hash(),
                             lines = std::move(lines)] { file_.append(time, lines, hash); });
}

} // namespace ibsim

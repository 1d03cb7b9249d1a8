#include "simulation/measures.hpp"

#include "fluid/plane_sums.hpp"
#include "model/flow_model.hpp"
#include "walls/wall.hpp"

namespace ibsim {

const Measured<FlowTotals> totals_of_planes = measured(
    "totals of planes", Joined::planes, Needs::state, []<class B>(const PartOfState<B>& part, std::size_t) {
      return flow_totals<B>(part.stream, part.slab, part.model.grid.h, part.state.velocity.any(),
                            part.step.fluctuation(part.stream, part.state));
    });

const Measured<real> flow_within_wall = measured(
    "flow within the wall", Joined::plane_sums, Needs::state,
    []<class B>(const PartOfState<B>& part, std::size_t) {
      const int d = part.model.drive.direction;
      return sums_of_parts<B>(part.stream, part.slab, wall_of(part.model)->parts_of_faces(d, part.slab), d,
                              part.state.velocity.any());
    });

const Measured<FarthestSites> farthest_sites_of_objects =
    measured("farthest sites", Joined::objects, Needs::evaluation,
             []<class B>(const PartOfState<B>& part, std::size_t kind) {
               return farthest_sites<B>(part.stream, part.step.structure(kind).surface().objects(),
                                        part.step.sample_positions(kind),
                                        static_cast<Index>(part.model.objects[kind].placements.size()));
             });

const Measured<real> sums_of_openings = measured(
    "openings", Joined::plane_sums, Needs::state, []<class B>(const PartOfState<B>& part, std::size_t) {
      return part.step.plane_sums_of_pumps(part.stream, part.state);
    });

const Measured<real> measures_of_terms =
    measured("measures of terms", Joined::objects, Needs::derivatives,
             []<class B>(const PartOfState<B>& part, std::size_t kind) {
               return part.step.structure(kind).measures_of_terms(part.stream, part.state.of(kind),
                                                                  part.derivatives(kind));
             });

} // namespace ibsim

#include "flow_run/check_json.hpp"

#include "flow_files/flow_keys.hpp"
#include "flow_run/run_prediction.hpp"
#include "limits/apart.hpp"
#include "limits/limits_of_terms.hpp"
#include "limits/stability.hpp"
#include "limits/step_limits.hpp"
#include "model/scenario.hpp"
#include "objects/dimensionless.hpp"
#include "packing/place_objects.hpp"
#include "walls/driven_flow.hpp"
#include "walls/vessel.hpp"

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

namespace ibsim {
namespace {

using Json = nlohmann::ordered_json;

Json vector_json(const Real3& v) { return {v.x, v.y, v.z}; }

Json objects_json(const FlowModel& s) {
  Json objects = Json::array();
  const Suspension all = suspension_of(s);
  for (const ObjectKind& kind : s.objects) {
    Json one{{"name", kind.name},
             {"shape", shape_name(kind)},
             {"count", kind.placements.size()},
             {"volume_fraction", all.parts[objects.size()]},
             {"data_sites", kind.sites().data},
             {"sample_sites", kind.sites().sample},
             {"elastic_step_limit_us", elastic_step_limit(kind, s)}};
    if (const std::vector<LimitOfTerm> terms = limits_of_terms(kind, s); !terms.empty()) {
      Json& by_term = one["elastic_step_limits_by_term_us"] = Json::object();
      for (const LimitOfTerm& term : terms) by_term[term.key] = term.limit;
    }
    if (std::holds_alternative<ClosedSurface>(kind.structure)) {
      const DimensionlessNumbers n = dimensionless_numbers(s, kind);
      one["data_spacing_cells"] = n.data_spacing;
      one["sample_spacing_cells"] = n.sample_spacing;
      if (flow_rate(s) > 0) one["reynolds"] = n.reynolds, one["capillary"] = n.capillary;
    }
    objects.push_back(std::move(one));
  }
  return objects;
}

/// A number that counts, as one without a point.
std::int64_t counted(real number) { return std::llround(number); }

Json prediction_json(const FlowModel& model, const TimeSettings& time, const OutputPlan& plan,
                     CopiesIn copies, const DryRun& r, bool on_cuda) {
  Json phases = Json::object(), frames = Json::object();
  for (const PhaseTime& phase : r.phases)
    if (phase.phase != "step") phases[phase.phase] = phase.median;
  for (const OutputCost& output : r.outputs)
    if (output.name == "cells" || output.name == "fluid")
      frames[output.name] = counted(times_in_run(time, plan, output.name));
  Json json{{"run_seconds", predicted_seconds(time, plan, r, !on_cuda)},
            {"slowed_by_output", predicted_slowing(time, plan, r, !on_cuda)},
            {"set_up_seconds", r.set_up_seconds},
            {"step_seconds", r.step_seconds},
            {"phase_seconds", phases},
            {"host_bytes", counted(predicted_host_bytes(model, time, plan, r))},
            {"disk_bytes", counted(predicted_disk_bytes(time, plan, r))},
            {"copy_bytes", counted(r.copy_bytes)},
            {"copies_in", r.copies_on_host ? "host" : "device"},
            {"frames", frames},
            {"extrapolated_from", r.whole ? Json() : Json(r.reduced_to)}};
  const bool is_timed = r.gpus_elsewhere == 0;
  if (const auto bound = predicted_seconds_with_bonds(model, time, plan, r, !on_cuda); bound && is_timed)
    json["run_seconds_with_bonds"] = *bound;
  if (!is_timed) {
    const BytesElsewhere bytes = bytes_elsewhere(model, time, plan, copies, r, on_cuda);
    json["gpu_bytes"] = json["other_gpu_bytes"] = bytes.gpu;
    json["copies_in"] = copies == CopiesIn::automatic ? Json() : Json(r.copies_on_host ? "host" : "device");
    json["run_seconds"] = json["step_seconds"] = json["set_up_seconds"] = Json();
    json["slowed_by_output"] = json["phase_seconds"] = Json();
    json["host_bytes"] = counted(bytes.host);
    return json;
  }
  if (on_cuda) json["gpu_bytes"] = r.device_bytes + cuda_context_bytes;
  if (r.other_device_bytes > 0) json["other_gpu_bytes"] = r.other_device_bytes + cuda_context_bytes;
  return json;
}

} // namespace

Json check_json(const Scenario& s, const std::optional<DryRun>& found, bool on_cuda,
                const std::string& device, const std::vector<std::string>& warnings) {
  Json json{
      {"kind", "flow"},
      {"title", s.title},
      {"domain",
       {{"size_um", vector_json(s.grid.lengths())},
        {"cells", {s.grid.n.x, s.grid.n.y, s.grid.n.z}},
        {"cell_um", s.grid.h},
        {"ends_in_y", s.has_walls()    ? "walls"
                      : s.is_sheared() ? "lees-edwards"
                                       : "periodic"}}},
      {"fluid", {{"density_g_per_cm3", s.fluid.density}, {"viscosity_cP", s.fluid.viscosity}}},
      {"flow", {{"speed_um_per_us", driven_speed(s)}, {"shear_rate_per_us", driven_shear_rate(s)}}},
      {"objects", objects_json(s.time.automatic ? as_it_starts(s) : static_cast<const FlowModel&>(s))},
      {"time",
       {{"step_us", s.time.step},
        {"automatic", s.time.automatic},
        {"end_us", s.time.end},
        {"steps", steps_to(s.time.end, s.time.step)},
        {"flow_step_limit_us", advective_step_limit(s)}}},
      {"folder", s.output.folder},
      {"device", device},
      {"prediction", found ? prediction_json(s, s.time, s.output, s.device.copies, *found, on_cuda) : Json()},
      {"warnings", warnings}};
  if (const real accuracy = step_limits(as_it_starts(s)).accuracy;
      s.time.automatic && std::isfinite(accuracy))
    json["time"]["accuracy_step_limit_us"] = accuracy;
  if (s.has_vessel()) {
    const FluidRegion& region = s.vessel->region();
    json["vessel"] = {{"fluid_um3", region.volume},
                      {"wall_um2", s.vessel->wall_area()},
                      {"points", s.vessel->points().size()}};
    if (region.narrowest) json["vessel"]["throat_radius_um"] = region.narrowest->radius;
    for (std::size_t i = 0; i < s.vessel->zones().of.size(); ++i) {
      const OpeningZone& zone = s.vessel->zones().of[i];
      json["vessel"]["openings"][s.vessel->openings().all[i].name] = {
          {"section_um2", zone.area}, {"pump_length_um", zone.pump_length(s.grid.h)}};
    }
  }
  if (s.has_walls()) json["flow"]["channel_reynolds"] = channel_reynolds(s);
  return json;
}

} // namespace ibsim

// Fuzzer of the files of a mesh: any bytes give a mesh that can be solved on or an InputError of one line;
// and so do lists of vertices and tables of stimuli.
//
// The first byte is the kind: v a VTU file; c openCARP's .pts, .elem and .lon, divided by bytes of zero; x a
// list of vertices; t a table of stimuli; u one of cases.
#include "activation_files/mesh_file.hpp"
#include "activation_files/prepare_activation.hpp"
#include "activation_files/stimulus_table.hpp"
#include "fuzzing.hpp"

#include <cmath>

namespace {

using namespace ibsim;

ActivationScenario scenario_of(MeshChoice::Kind kind, const std::filesystem::path& path) {
  ActivationScenario s;
  s.mesh.kind = kind, s.mesh.path = path, s.mesh.unit = 1e3;
  s.mesh.any_orientation = s.mesh.allow_unreached = true;
  s.fibres.kind = FibreChoice::Kind::cells, s.fibres.fibre = "fibre";
  s.velocity.resize(2);
  s.velocity[0].speeds = {0.6, 0.4, 0.2};
  s.velocity[1].speeds = {2, 2, 2}, s.velocity[1].regions = {7};
  s.stimuli.resize(1);
  s.stimuli[0].kind = StimulusChoice::Kind::vertices, s.stimuli[0].one.vertices = {0};
  return s;
}

void prepare(const ActivationScenario& s) {
  const PreparedActivation p = prepare_activation(s);
  fuzzing::require(std::isfinite(p.size.volume) && p.size.volume > 0, "a mesh without volume", "");
  fuzzing::require(p.starts.at(0).size() == 1, "not one start value", "");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  if (size == 0) return 0;
  const auto at = [](const char* name) { return fuzzing::folder() / name; };
  std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0]) {
  case 'v':
    fuzzing::write(at("m.vtu"), bytes);
    fuzzing::read_or_refused([&] { prepare(scenario_of(MeshChoice::Kind::file, at("m.vtu"))); });
    break;
  case 'c':
    for (const char* name : {"m.pts", "m.elem", "m.lon"}) {
      const std::size_t end = bytes.find('\0');
      fuzzing::write(at(name), bytes.substr(0, end));
      bytes.erase(0, end == bytes.npos ? end : end + 1);
    }
    fuzzing::read_or_refused([&] { prepare(scenario_of(MeshChoice::Kind::carp, at("m"))); });
    break;
  case 'x':
    fuzzing::write(at("m.vtx"), bytes);
    fuzzing::read_or_refused([&] { read_vtx(at("m.vtx")); });
    break;
  default:
    fuzzing::write(at("t.csv"), bytes);
    fuzzing::read_or_refused([&] {
      if (data[0] == 't') fuzzing::require(!read_stimulus_table(at("t.csv")).empty(), "no stimuli", bytes);
      if (data[0] == 'u') fuzzing::require(!read_case_table(at("t.csv")).empty(), "no cases", bytes);
    });
  }
  return 0;
}

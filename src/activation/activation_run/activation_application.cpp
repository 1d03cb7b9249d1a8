#include "activation_run/activation_application.hpp"

#include "activation_files/read_activation.hpp"
#include "base/error.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "files/describe_file.hpp"
#include "program/apply_options.hpp"

namespace ibsim {
namespace fs = std::filesystem;
namespace {

std::string with_case(const char* start, const std::string& of_case, const char* ending) {
  return start + (of_case.empty() ? "" : "_" + of_case) + ending;
}

std::string mesh_words(const MeshChoice& mesh) {
  const Real3& size = mesh.box.size;
  switch (mesh.kind) {
  case MeshChoice::Kind::box:
    return text("box of %g x %g x %g mm, edges of %g mm", size.x / 1e3, size.y / 1e3, size.z / 1e3,
                mesh.box.edge / 1e3);
  case MeshChoice::Kind::ball:
    return text("ball of radius %g mm, edges of %g mm", mesh.ball.radius / 1e3, mesh.ball.edge / 1e3);
  case MeshChoice::Kind::ventricle:
    return text("ventricle, edges of %g mm", mesh.ventricle.edge / 1e3);
  default:
    return mesh.path.string();
  }
}

/// @param files of the folder of a run they may be gone
std::string describe_scenario(const fs::path& path, NamedFiles files) {
  std::vector<std::string> warnings;
  const ActivationScenario s = read_activation(path, {}, warnings, files);
  std::size_t stimuli = 0;
  bool all_read = true; // tables of the folder of a run are left alone
  const std::vector<ActivationCase> cases = s.all_cases();
  for (const ActivationCase& c : cases) stimuli += c.stimuli.size();
  for (const StimulusChoice& choice : s.stimuli)
    all_read = all_read && (choice.kind != StimulusChoice::Kind::table || !choice.rows.empty());
  for (const CaseChoice& choice : s.cases)
    all_read = all_read && (choice.table.empty() || !choice.rows.empty());
  std::string out = path.string() + ": scenario \"" + s.title + "\" of kind activation\n  mesh        " +
                    mesh_words(s.mesh) + "\n";
  if (all_read)
    out += "  cases       " + std::to_string(cases.size()) + ", with " + std::to_string(stimuli) +
           (stimuli == 1 ? " stimulus\n" : " stimuli\n");
  out += "  schedule    " + to_string(s.solve.schedule) + ", " + to_string(s.solve.storage) +
         (s.solve.precision == TimePrecision::double_ ? ", double precision" : ", single precision") +
         "\n  output      " + s.output.folder + "\n";
  for (const std::string& warning : warnings) out += "  warning     " + warning + "\n";
  return out;
}

const Keys& keys_of_activation() {
  static ActivationScenario defaults;
  static const Keys keys = activation_keys(defaults, "NAME.yaml", NamedFiles::left_alone);
  return keys;
}

} // namespace

Application activation_application() {
  return {"activation",        "activation times of tissue, by the eikonal equation on tetrahedra",
          run_activation,      resume_activation,
          check_activation,    diff_activation,
          describe_activation, keys_of_activation};
}

ActivationScenario activation_of(const RunRequest& request, const fs::path& file,
                                 std::vector<std::string>& warnings) {
  ActivationScenario s = read_activation(file, request.overrides, warnings);
  apply_options(request, s);
  return s;
}

ActivationFiles activation_files(const fs::path& folder) {
  return {folder / "scenario.yaml",
          folder / "ibsim.log",
          folder / "activation.vtkhdf",
          folder / "activation.vtu",
          folder / "points.csv",
          folder / "regions.csv",
          folder};
}
fs::path ActivationFiles::dat(const std::string& of_case) const {
  return folder / with_case("activation", of_case, ".dat");
}
fs::path ActivationFiles::igb(const std::string& of_case) const {
  return folder / with_case("activation", of_case, ".igb");
}

std::string describe_activation(const fs::path& path) {
  if (!fs::is_directory(path)) return describe_scenario(path, NamedFiles::read);
  const ActivationFiles files = activation_files(path);
  std::string all = describe_scenario(files.scenario, NamedFiles::left_alone);
  for (const fs::path& file : {files.regions, files.points})
    if (fs::exists(file)) all += describe_file(file);
  for (const auto& entry : fs::directory_iterator(path))
    if (const std::string ending = entry.path().extension().string();
        ending == ".dat" || ending == ".igb" || ending == ".vtu" || ending == ".vtkhdf")
      all += entry.path().string() + ": " +
             (ending == ".vtu"      ? "VTU"
              : ending == ".vtkhdf" ? "VTKHDF"
                                    : "activation times in ms") +
             text(", %.3g MiB\n", entry.file_size() / 1048576.0);
  return all;
}

int resume_activation(const RunRequest& request) {
  const ActivationFiles files = activation_files(request.file);
  if (!fs::exists(files.regions))
    throw InputError(request.file.string() +
                     ": an activation is solved in one piece, and this one was stopped before its "
                     "end; run it again: ibsim " +
                     files.scenario.string() + " --output " + request.file.string() + " --overwrite");
  log::info("nothing to do: the run is complete");
  return 0;
}

} // namespace ibsim

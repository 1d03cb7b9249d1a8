#include "apps/activation_application.hpp"

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "io/describe_file.hpp"
#include "io/read_activation.hpp"

namespace ibsim {
namespace fs = std::filesystem;
namespace {

std::string with_case(const char* start, const std::string& of_case, const char* ending) {
  return start + (of_case.empty() ? "" : "_" + of_case) + ending;
}

std::string mesh_words(const MeshChoice& mesh) {
  if (const auto* files = std::get_if<MeshFiles>(&mesh)) return files->path.string();
  if (const auto* box = std::get_if<BoxMesh>(&mesh))
    return text("box of %g x %g x %g mm, edges of %g mm", box->size.x / 1e3, box->size.y / 1e3,
                box->size.z / 1e3, box->edge / 1e3);
  if (const auto* ball = std::get_if<BallMesh>(&mesh))
    return text("ball of radius %g mm, edges of %g mm", ball->radius / 1e3, ball->edge / 1e3);
  return text("ventricle, edges of %g mm", std::get<Ventricle>(mesh).edge / 1e3);
}

std::string describe_scenario(const fs::path& path) {
  const ActivationScenario s = read_activation(path, {});
  std::size_t stimuli = 0;
  for (const ActivationCase& c : s.cases) stimuli += c.stimuli.size();
  return path.string() + ": scenario \"" + s.title + "\" of kind activation\n  mesh        " +
         mesh_words(s.mesh) + "\n  cases       " + std::to_string(s.cases.size()) + ", with " +
         std::to_string(stimuli) + (stimuli == 1 ? " stimulus" : " stimuli") + "\n  schedule    " +
         to_string(s.solve.schedule) + ", " + to_string(s.solve.storage) +
         (s.solve.precision == TimePrecision::double_ ? ", double precision" : ", single precision") +
         "\n  output      " + s.output.folder.string() + "\n";
}

/// Not entered in the schema: read_activation reads and documents them.
const Keys& keys_of_activation() {
  static const Keys none;
  return none;
}

} // namespace

Application activation_application() {
  return {"activation",        "activation times of tissue, by the eikonal equation on tetrahedra",
          run_activation,      resume_activation,
          check_activation,    diff_activation,
          describe_activation, keys_of_activation};
}

ActivationScenario activation_of(const CommandLine& line, const fs::path& file) {
  ActivationScenario s = read_activation(file, line.overrides);
  if (!line.output.empty()) s.output.folder = line.output;
  if (line.device_given) s.device = line.device;
  if (line.threads > 0) s.threads = line.threads;
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
  if (!fs::is_directory(path)) return describe_scenario(path);
  const ActivationFiles files = activation_files(path);
  std::string all = describe_scenario(files.scenario);
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

int resume_activation(const CommandLine& line, const std::string&) {
  const ActivationFiles files = activation_files(line.file);
  if (!fs::exists(files.regions))
    throw InputError(line.file.string() +
                     ": an activation is solved in one piece, and this one was stopped before its "
                     "end; run it again: ibsim " +
                     files.scenario.string() + " --output " + line.file.string() + " --overwrite");
  log::info("nothing to do: the run is complete");
  return 0;
}

} // namespace ibsim

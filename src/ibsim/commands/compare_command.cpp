// `ibsim compare`: a quantity of several runs in one picture, drawn by scripts/compare_runs.py.
#include "base/error.hpp"
#include "base/text.hpp"
#include "commands/commands.hpp"

#include <cerrno>
#include <unistd.h>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

/// The script: in the clone around the build folder, where it is installed, or in the sources that this
/// program was built from.
fs::path script() {
  constexpr const char* name = "compare_runs.py";
  std::error_code ignored;
  const fs::path here = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const fs::path& folder :
       {here / "../../scripts", here / "../share/ibsim/scripts", fs::path(IBSIM_SOURCE_DIR) / "scripts"})
    if (fs::is_regular_file(folder / name, ignored)) return fs::weakly_canonical(folder / name, ignored);
  throw ResourceError(
      text("scripts/compare_runs.py, which draws, is neither installed with this program nor in its "
           "sources, %s: install it (cmake --install) or put the sources back",
           IBSIM_SOURCE_DIR));
}

} // namespace

int compare_command(const CommandLine& line) {
  const CompareOptions& asked = line.compare;
  std::vector<std::string> words{"python3", script().string()};
  words.insert(words.end(), asked.runs.begin(), asked.runs.end());
  words.insert(words.end(), {"--y", asked.y});
  if (!asked.x.empty()) words.insert(words.end(), {"--x", asked.x});
  if (!asked.mean.empty()) words.insert(words.end(), {"--mean", asked.mean});
  if (asked.degrees) words.push_back("--degrees");
  for (const std::string& table : asked.data) words.insert(words.end(), {"--data", table});
  if (asked.object >= 0) words.insert(words.end(), {"--object", std::to_string(asked.object)});
  if (!asked.picture.empty()) words.insert(words.end(), {"--out", asked.picture});
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execvp("python3", arguments.data());
  if (errno == ENOENT)
    throw ResourceError(
        "compare draws by Python, and there is no python3 on the PATH (containers have none); "
        "scripts/compare_runs.py RUNS --y COLUMN does the same wherever there is one");
  throw ResourceError("cannot start python3, which draws: " + reason_of(errno));
}

} // namespace ibsim

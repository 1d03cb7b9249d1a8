// The rules of src/ARCHITECTURE.md that no link holds, read from the sources themselves: arrows between the
// folders of one slice, and where third-party headers may stand. Arrows between slices are links
// (src/CMakeLists.txt).
#include "repository.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace fs = std::filesystem;
namespace {

const fs::path root = repository();

bool starts_with(const std::string& text, const std::string& beginning) {
  return text.compare(0, beginning.size(), beginning) == 0;
}

struct Source {
  std::string name; ///< relative to its slice
  std::string slice, folder, file;
  bool knows_cuda = false, asks_for_cuda = false; ///< includes parallel/with_cuda.hpp; names IBSIM_WITH_CUDA
  std::vector<std::string> own, third_party;      ///< includes with "" and with <>
  std::vector<std::string> seen_by_both;          ///< those with <> that are not for nvcc alone
  int lines = 0;
};

std::vector<Source> sources() {
  const std::regex include(R"re(^\s*#\s*include\s*(["<])([^">]+)[">])re");
  std::vector<Source> all;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / "src")) {
    const std::string extension = entry.path().extension();
    if (extension != ".hpp" && extension != ".cpp" && extension != ".cu" && extension != ".cuh") continue;
    Source source;
    const std::string path = fs::relative(entry.path(), root / "src").string();
    source.slice = path.substr(0, path.find('/'));
    source.name = path.substr(path.find('/') + 1);
    source.folder = source.name.substr(0, source.name.find('/'));
    source.file = entry.path().filename();
    std::ifstream stream(entry.path());
    std::smatch match;
    bool for_nvcc = false; // within `#if defined(__CUDACC__)`, up to its #else or #endif
    for (std::string line; std::getline(stream, line); ++source.lines) {
      if (starts_with(line, "#if defined(__CUDACC__)")) for_nvcc = true;
      if (starts_with(line, "#else") || starts_with(line, "#endif")) for_nvcc = false;
      if (line.find("defined(IBSIM_WITH_CUDA)") != std::string::npos) source.asks_for_cuda = true;
      if (!std::regex_search(line, match, include)) continue;
      if (match[2] == "parallel/with_cuda.hpp") source.knows_cuda = true;
      (match[1] == "\"" ? source.own : source.third_party).push_back(match[2]);
      if (match[1] == "<" && !for_nvcc) source.seen_by_both.push_back(match[2]);
    }
    all.push_back(std::move(source));
  }
  return all;
}

/// What stands right beneath a folder of the same slice: it may include these, what is beneath them, and
/// itself. Folders that are not named may include all of their slice.
const std::map<std::string, std::vector<std::string>> beneath{
    {"base", {}},
    {"parallel", {"base"}},
    {"linalg", {"parallel"}},
    {"grid", {"linalg"}},
    {"files", {"grid"}},
    {"schema", {"files"}},
    {"program", {"schema"}},
    {"fluid", {}},
    {"coupling", {}},
    {"geometry", {}},
    {"surface", {"geometry"}},
    {"mechanics", {"surface"}},
    {"model", {"fluid", "coupling", "mechanics"}},
    {"walls", {"model"}},
    {"objects", {"walls"}},
    {"limits", {"objects"}},
    {"state", {"limits"}},
    {"step", {"state"}},
    {"ranks", {"step"}},
    {"simulation", {"ranks"}},
    {"diagnostics", {"simulation"}},
    {"packing", {"objects"}},
    {"checks", {"limits"}},
    {"flow_files", {"packing", "checks"}},
    {"flow_run", {"diagnostics", "flow_files"}},
    {"mesh", {}},
    {"eikonal", {"mesh"}},
    {"activation_files", {"eikonal"}},
    {"activation_run", {"activation_files"}},
    {"swept", {}},
    {"line_files", {"swept"}},
    {"line_run", {"line_files"}},
};

bool may_include(const std::string& folder, const std::string& other) {
  if (folder == other) return true;
  for (const std::string& below : beneath.at(folder))
    if (may_include(below, other)) return true;
  return false;
}

/// Third-party headers by their beginning, and where they may stand ("folder" or "folder/file").
struct Confined {
  std::string prefix;
  std::vector<std::string> places;
};
const std::vector<Confined> confined{
    {"thrust/", {"parallel"}},
    {"cub/", {"parallel"}},
    {"cufft", {"linalg"}},
    {"cublas", {"linalg"}},
    {"fftw", {"linalg"}},
    {"Eigen/", {"linalg", "surface"}},
    {"yaml-cpp/", {"schema"}},
    {"hdf5", {"files"}},
    {"H5", {"files"}},
    {"nlohmann/",
     {"files", "program", "flow_run", "activation_run", "line_run", "results", "bench", "sweep", "commands"}},
    {"xxhash", {"files"}},
    {"spdlog/", {"base/log.cpp"}},
    {"fmt/", {"base/log.cpp"}},
    {"libqhull", {"surface"}},
    {"CLI/", {"commands"}},
    {"omp.h", {"parallel"}},
    {"epoxy/", {"pictures", "renderer", "window"}},
    {"GLFW/", {"pictures", "renderer", "window"}},
    {"imgui", {"pictures", "renderer", "window"}},
    {"glm/", {"pictures", "renderer", "window"}},
    {"png", {"pictures", "renderer", "window"}},
    {"cuda", {"parallel"}},
};

} // namespace

TEST(architecture, includes_point_down) {
  std::map<std::string, std::string> slice_of;
  const std::vector<Source> all = sources();
  for (const Source& source : all) slice_of[source.folder] = source.slice;
  int seen = 0;
  for (const Source& source : all) {
    for (const std::string& include : source.own) {
      if (include == "build_info.hpp" || include == "parallel/with_cuda.hpp") continue; // made by CMake
      const std::string to = include.substr(0, include.find('/'));
      ASSERT_TRUE(slice_of.count(to))
          << source.name << " includes \"" << include << "\", which is not a path from a slice";
      EXPECT_TRUE(fs::exists(root / "src" / slice_of[to] / include))
          << source.name << " includes \"" << include << "\"";
      if (slice_of[to] == source.slice && beneath.count(source.folder)) {
        EXPECT_TRUE(may_include(source.folder, to))
            << source.name << " may not include \"" << include << "\"";
      }
      ++seen;
    }
  }
  EXPECT_GT(seen, 50); // the sources were found at all
}

// A folder's name says which slice it is of: includes begin with it.
TEST(architecture, no_two_slices_have_a_folder_of_one_name) {
  std::map<std::string, std::string> slice_of;
  for (const Source& source : sources()) {
    if (source.name.find('/') == std::string::npos) continue;
    const auto [known, is_new] = slice_of.emplace(source.folder, source.slice);
    EXPECT_EQ(known->second, source.slice) << source.folder;
  }
}

// A file that asks for CUDA without the header that says would be built without it, in silence.
TEST(architecture, who_asks_for_cuda_includes_what_says) {
  for (const Source& source : sources())
    EXPECT_TRUE(!source.asks_for_cuda || source.knows_cuda) << source.name << " lacks parallel/with_cuda.hpp";
}

// A seam is kept by whoever stands on one side of it: these may not see the kinds on the other.
TEST(architecture, seams_are_not_seen_through) {
  struct Seam {
    std::string who;                    ///< beginning of a source's name
    std::vector<std::string> not_these; ///< beginnings of includes
  };
  std::vector<Seam> seams{
      {"fluid/navier_stokes", {"linalg/", "fluid/spectral", "fluid/periodic", "fluid/background"}}};
  for (const char* room :
       {"model/", "walls/", "objects/", "limits/", "state/", "step/", "ranks/", "simulation/"})
    seams.push_back({room,
                     {"linalg/batched", "linalg/line", "linalg/plane", "linalg/row", "linalg/slab",
                      "fluid/spectral", "fluid/periodic", "fluid/stokes"}});
  for (const Source& source : sources())
    for (const Seam& seam : seams) {
      if (!starts_with(source.name, seam.who)) continue;
      if (source.name == "walls/pair_mobility.cpp") continue; // fits the answer of one stage to a point
      for (const std::string& include : source.own)
        for (const std::string& kind : seam.not_these)
          EXPECT_FALSE(starts_with(include, kind)) << source.name << " may not include \"" << include << "\"";
    }
}

TEST(architecture, third_party_headers_are_confined) {
  for (const Source& source : sources())
    for (const std::string& include : source.third_party)
      for (const Confined& rule : confined) {
        if (!starts_with(include, rule.prefix)) continue;
        bool allowed = false;
        for (const std::string& place : rule.places)
          allowed |= starts_with(source.name, place + "/") || source.name == place;
        EXPECT_TRUE(allowed) << source.name << " may not include <" << include << ">";
      }
}

// Both compilers see the headers, and nvcc does not take these.
TEST(architecture, headers_hold_no_third_party_types) {
  const std::vector<std::string> banned{"thrust/", "cub/", "spdlog/", "fmt/", "yaml-cpp/", "Eigen/"};
  for (const Source& source : sources()) {
    if (fs::path(source.file).extension() != ".hpp") continue;
    for (const std::string& include : source.seen_by_both)
      for (const std::string& prefix : banned)
        EXPECT_FALSE(starts_with(include, prefix)) << source.name << " includes <" << include << ">";
  }
}

TEST(architecture, a_file_is_a_single_idea) {
  constexpr int most_lines = 350;
  for (const Source& source : sources()) EXPECT_LE(source.lines, most_lines) << source.name;
}

// Of the files that git keeps: what users have in their clone is their own.
TEST(architecture, top_level_is_fixed) {
  const std::set<std::string> allowed{"src",          "config",         "shaders",
                                      "scripts",      "tests",          "data",
                                      "docs",         "README.md",      "CHANGELOG.md",
                                      "CITATION.cff", "LICENSE",        ".ci",
                                      ".github",      "CMakeLists.txt", "CMakePresets.json",
                                      "mkdocs.yml",   "pyproject.toml", ".clang-format",
                                      ".clang-tidy",  ".gitignore",     ".pre-commit-config.yaml"};
  if (!fs::exists(root / ".git")) GTEST_SKIP() << "not a clone";
  FILE* const git = popen(("git -C '" + root.string() + "' ls-files 2> /dev/null").c_str(), "r");
  ASSERT_TRUE(git);
  std::string list;
  for (char part[4096]; const std::size_t n = fread(part, 1, sizeof part, git);) list.append(part, n);
  if (pclose(git) != 0 || list.empty()) GTEST_SKIP() << "git does not list the files";
  std::istringstream lines(list);
  std::set<std::string> seen;
  for (std::string line; std::getline(lines, line);) seen.insert(line.substr(0, line.find('/')));
  for (const std::string& name : seen)
    EXPECT_TRUE(allowed.count(name)) << name << " does not belong at the top level";
}

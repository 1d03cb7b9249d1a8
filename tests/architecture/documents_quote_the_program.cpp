// The page on errors quotes messages: each of them must be one of the program, word by word. And documents
// point only to files that are there.
#include "repository.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <regex>
#include <sstream>
#include <vector>

namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The string literals of a source, one a line; those that stand side by side are one. Comments are none.
std::string literals(const std::string& source) {
  std::string found;
  bool open = false; // the last literal may go on
  for (std::size_t i = 0; i < source.size(); ++i) {
    const char c = source[i];
    if (c == '/' && (source[i + 1] == '/' || source[i + 1] == '*')) {
      i = source[i + 1] == '/' ? source.find('\n', i) : source.find("*/", i) + 1;
      if (i == std::string::npos) break;
    } else if (c == '"') {
      if (!open) found += '\n';
      for (++i; i < source.size() && source[i] != '"'; ++i)
        found += source[i] == '\\' ? source[++i] : source[i]; // quotes and backslashes are plain
      open = true;
    } else if (c == '\'' && i > 0 && !std::isalnum(static_cast<unsigned char>(source[i - 1]))) {
      for (++i; i < source.size() && source[i] != '\''; ++i) i += source[i] == '\\'; // a character
      open = false;
    } else if (!std::isspace(static_cast<unsigned char>(c))) {
      open = false;
    }
  }
  return found;
}

/// What the program can say: the literals of all sources.
std::string sayings() {
  std::string all;
  for (const auto& entry : fs::recursive_directory_iterator(repository() / "src"))
    if (const auto ending = entry.path().extension();
        ending == ".cpp" || ending == ".hpp" || ending == ".cu" || ending == ".cuh")
      all += literals(content(entry.path()));
  return all;
}

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" ,\""), last = text.find_last_not_of(" ,\"");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

TEST(documents, quote_the_program) {
  const std::string program = sayings();
  std::istringstream page(content(repository() / "docs/errors.md"));
  int messages = 0;
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with("| `")) continue;
    const std::string cell = line.substr(2, line.find(" | ") - 2);
    if (cell.find("(of the shell)") != std::string::npos) continue;
    const std::regex quoted("`([^`]*)`");
    for (std::sregex_iterator i(cell.begin(), cell.end(), quoted), end; i != end; ++i) {
      std::string message = (*i)[1];
      if (message.starts_with("FILE:") || message.starts_with("--set KEY")) continue; // places, not messages
      ++messages;
      for (std::size_t at; !message.empty();
           message = at == std::string::npos ? "" : message.substr(at + 3)) {
        at = message.find("...");
        const std::string part = trimmed(message.substr(0, at));
        EXPECT_NE(program.find(part), std::string::npos)
            << "docs/errors.md quotes \"" << part << "\", which the program never says";
      }
    }
  }
  EXPECT_GT(messages, 30);
}

/// README.md, CHANGELOG.md, src/*.md and all pages.
std::vector<fs::path> documents() {
  std::vector<fs::path> pages;
  for (const char* name : {"README.md", "CHANGELOG.md", "src/ARCHITECTURE.md", "src/EQUATIONS.md"})
    pages.push_back(repository() / name);
  for (const auto& entry : fs::recursive_directory_iterator(repository() / "docs"))
    if (entry.path().extension() == ".md") pages.push_back(entry.path());
  return pages;
}

/// The numbers in the first match of a pattern, in its order; none: it fails.
std::vector<double> numbers_in(const fs::path& page, const std::string& pattern) {
  std::smatch match;
  const std::string text = content(repository() / page);
  std::vector<double> numbers;
  if (!std::regex_search(text, match, std::regex(pattern)))
    ADD_FAILURE() << page << " no longer says: " << pattern;
  for (std::size_t i = 1; i < match.size(); ++i) numbers.push_back(std::stod(match[i]));
  return numbers;
}

// What README and docs/building.md promise is at most a third short of what was measured last
// (scripts/measure_build, which says by whom, and whose --check measures it).
TEST(documents, promise_times_that_were_measured) {
  const auto promised = numbers_in("README.md",
                                   R"(about (\d+) minutes, once[^]*about (\d+) minutes\)[^]*about (\d+)\))"),
             told = numbers_in("README.md",
                               R"((\d+) s to the first run, (\d+) s for everything, (\d+) s of tests)"),
             measured = numbers_in(
                 "docs/building.md",
                 R"(packages\) \| (\d+) s \|[^]*both-halves` \| (\d+) s[^]*scripts/test` \| (\d+) s)"),
             key = numbers_in("docs/building.md",
                              R"(A new key takes at most (\d+) s[^]*ibsim check` \| (\d+) s)");
  ASSERT_EQ(promised.size() + told.size() + measured.size() + key.size(), 11u);
  EXPECT_EQ(told, measured);
  for (int i = 0; i < 3; ++i) EXPECT_LE(measured[i], 60 * promised[i] * 4 / 3);
  EXPECT_LE(key[1], key[0] * 4 / 3);
}

TEST(documents, point_to_what_is_there) {
  const std::regex link(R"re(\]\(([^)#\s]+)(#[^)]*)?\))re");
  int links = 0;
  for (const fs::path& page : documents()) {
    const std::string text = content(page);
    for (std::sregex_iterator i(text.begin(), text.end(), link), end; i != end; ++i) {
      const std::string target = (*i)[1];
      if (target.find("://") != std::string::npos) continue;
      EXPECT_TRUE(fs::exists(page.parent_path() / target)) << page << " points to " << target;
      ++links;
    }
  }
  EXPECT_GT(links, 20);
}

TEST(documents, name_files_that_are_there) {
  // `scripts/x`, `config/x`, `src/x`, `data/x` in running text, but not patterns
  const std::regex quoted(R"re(`((scripts|config|src|data|tests)/[A-Za-z0-9_./-]+)( [^`]*)?`)re");
  for (const fs::path& page : documents()) {
    if (page.filename() == "CHANGELOG.md") continue; // of what was there once, too
    const std::string text = content(page);
    for (std::sregex_iterator i(text.begin(), text.end(), quoted), end; i != end; ++i) {
      const std::string name = (*i)[1];
      const bool there = fs::exists(repository() / name) || fs::exists(repository() / (name + ".hpp")) ||
                         fs::exists(repository() / (name + ".cpp"));
      EXPECT_TRUE(there) << page << " names " << name;
    }
  }
}

// `folder/name` or `folder/name.hpp` of a folder of a slice, in the documents for developers.
TEST(documents, name_files_of_slices_that_are_there) {
  std::map<std::string, fs::path> folders;
  for (const auto& slice : fs::directory_iterator(repository() / "src"))
    if (slice.is_directory())
      for (const auto& folder : fs::directory_iterator(slice))
        if (folder.is_directory()) folders[folder.path().filename()] = folder;
  const std::regex quoted(R"re(`([a-z_]+)/([A-Za-z0-9_]+)(\.[a-z.]+|\.\*)?`)re");
  int names = 0;
  for (const char* page : {"src/ARCHITECTURE.md", "src/EQUATIONS.md"}) {
    const std::string text = content(repository() / page);
    for (std::sregex_iterator i(text.begin(), text.end(), quoted), end; i != end; ++i) {
      const std::string name = (*i)[2], ending = (*i)[3];
      if (!folders.contains((*i)[1]) || name == "with_cuda") continue; // made by CMake
      const fs::directory_iterator files(folders.at((*i)[1]));
      EXPECT_TRUE(std::any_of(fs::begin(files), fs::end(files),
                              [&](const fs::directory_entry& file) {
                                const std::string found = file.path().filename();
                                return ending.empty() || ending == ".*" ? found.starts_with(name + ".")
                                                                        : found == name + ending;
                              }))
          << page << " names " << (*i)[0];
      ++names;
    }
  }
  EXPECT_GT(names, 100);
}

TEST(documents, readme_is_short) {
  const std::string readme = content(repository() / "README.md");
  EXPECT_LE(std::count(readme.begin(), readme.end(), '\n'), 100);
}

} // namespace

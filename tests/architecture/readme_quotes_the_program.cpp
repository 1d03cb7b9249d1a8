// The README's page on failures quotes messages. Each of them must be one of the program, word by word.
#include "repository.hpp"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <regex>
#include <sstream>

namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// All sources; string literals that stand side by side are joined, and quotes within them are plain.
std::string sources() {
  std::string all;
  for (const auto& entry : fs::recursive_directory_iterator(repository() / "src"))
    if (entry.is_regular_file()) all += content(entry.path());
  all = std::regex_replace(all, std::regex("([^\\\\])\"\\s*\\n\\s*\""), "$1");
  return std::regex_replace(all, std::regex("\\\\\""), "\"");
}

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" ,"), last = text.find_last_not_of(" ,");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

TEST(Readme, quotes_the_program) {
  const std::string readme = content(repository() / "README.md"), program = sources();
  const auto from = readme.find("## When something fails"), to = readme.find("\n## ", from + 1);
  ASSERT_NE(from, std::string::npos);
  std::istringstream page(readme.substr(from, to - from));
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
            << "README quotes \"" << part << "\", which no source says";
      }
    }
  }
  EXPECT_GT(messages, 30);
}

} // namespace

// No two files define a type of the same name in the same namespace. The linker joins the functions of two
// such types into one, and a program that uses both then fails anywhere. Compilers and linkers say nothing of
// it.
#include "repository.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace fs = std::filesystem;
namespace {

/// Text without comments, the contents of literals, and lines of the preprocessor.
std::string code_of(const std::string& text) {
  std::string code;
  bool line_is_blank = true;
  const auto skip_to_line_end = [&](std::size_t at, bool joined) {
    while (at < text.size() && (text[at] != '\n' || (joined && text[at - 1] == '\\'))) ++at;
    return at - 1;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '#' && line_is_blank) {
      i = skip_to_line_end(i, true);
    } else if (text.compare(i, 2, "//") == 0) {
      i = skip_to_line_end(i, false);
    } else if (text.compare(i, 2, "/*") == 0) {
      i = std::min(text.find("*/", i), text.size() - 2) + 1;
    } else if (text.compare(i, 2, "R\"") == 0) {
      const std::size_t open = text.find('(', i);
      i = text.find(")" + text.substr(i + 2, open - i - 2) + "\"", open) + open - i - 1;
      code += "\"\"";
    } else if (c == '"' ||
               (c == '\'' && (i == 0 || !std::isalnum(static_cast<unsigned char>(text[i - 1]))))) {
      for (++i; i < text.size() && text[i] != c; ++i) i += text[i] == '\\';
      code += "\"\"";
    } else {
      code += c;
    }
    if (c == '\n')
      line_is_blank = true;
    else if (c != ' ')
      line_is_blank = false;
  }
  return code;
}

/// Names of the types that a file defines where other files could see them, with their namespaces.
std::set<std::string> types_in(const std::string& code) {
  static const std::regex is_namespace(R"(\bnamespace\s*([\w:]*)\s*$)"),
      is_type(R"(\b(?:struct|class|union|enum(?:\s+(?:class|struct))?)\s+(?:alignas\s*\([^)]*\)\s*)?)"
              R"((\w+)(?:\s+final)?\s*(?::[^:][^;{}]*)?$)");
  struct Scope {
    std::string name;
    bool is_visible; ///< a namespace with a name
  };
  std::vector<Scope> scopes;
  std::set<std::string> types;
  std::size_t start = 0;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code[i] == '{') {
      const std::string head = code.substr(start, i - start);
      const bool visible =
          std::all_of(scopes.begin(), scopes.end(), [](const Scope& s) { return s.is_visible; });
      std::smatch match;
      if (std::regex_search(head, match, is_namespace)) {
        scopes.push_back({match[1], match[1].length() > 0});
      } else {
        if (visible && std::regex_search(head, match, is_type)) {
          std::string name;
          for (const Scope& scope : scopes) name += scope.name + "::";
          types.insert(name + match[1].str());
        }
        scopes.push_back({"", false});
      }
      start = i + 1;
    } else if (code[i] == '}' || code[i] == ';') {
      if (code[i] == '}' && !scopes.empty()) scopes.pop_back();
      start = i + 1;
    }
  }
  return types;
}

TEST(Architecture, a_name_is_of_one_type) {
  std::map<std::string, std::set<std::string>> files_of;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(repository() / "src")) {
    const std::string extension = entry.path().extension();
    if (extension != ".hpp" && extension != ".cpp" && extension != ".cu" && extension != ".cuh") continue;
    std::ifstream stream(entry.path());
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    for (const std::string& type : types_in(code_of(text)))
      files_of[type].insert(fs::relative(entry.path(), repository()).string());
  }
  EXPECT_GT(files_of.size(), 700u);
  for (const auto& [type, files] : files_of) {
    std::string names;
    for (const std::string& file : files) names += "\n  " + file;
    EXPECT_EQ(files.size(), 1u) << type << " is defined in" << names;
  }
}

TEST(Architecture, types_are_found_in_code) {
  const std::string text = "namespace a::b { // struct No {};\n"
                           "struct One final : Base<int> { struct Inner {}; };\n"
                           "template <class T> class Two { int x = '{'; };\n"
                           "enum class Three : int { x };\n"
                           "namespace { struct Hidden {}; }\n"
                           "template <> struct Two<int> {};\n"
                           "void f() { struct Local {}; }\n"
                           "struct Declared;\n"
                           "}\n";
  EXPECT_EQ(types_in(code_of(text)), (std::set<std::string>{"a::b::One", "a::b::Two", "a::b::Three"}));
}

} // namespace

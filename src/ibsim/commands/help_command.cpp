// `ibsim help`: the keys of scenarios, from the entries that read them, by name or by words of their help.
#include "base/error.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"
#include "commands/applications.hpp"
#include "commands/commands.hpp"
#include "commands/reference_page.hpp"
#include "schema/schema_help.hpp"

#include <algorithm>
#include <cctype>
#include <iostream>
#include <set>
#include <sstream>

namespace ibsim {
namespace {

std::string last_word(const std::string& path) { return path.substr(path.rfind('.') + 1); }

/// "objects.N.radius" -> "objects.radius": as one would type it.
std::string typed(std::string path) {
  for (std::size_t at; (at = path.find(".N.")) != std::string::npos;) path.erase(at, 2);
  return path;
}

/// The help of one key of this kind: by its path, or else of all whose last word is `topic`. Empty if none.
std::string help_of(const Application& application, const std::string& topic) {
  const Keys& keys = application.keys();
  std::string text = key_help(keys, topic);
  if (!text.empty() || topic.find('.') != std::string::npos) return text;
  for (const std::string& path : key_paths(keys))
    if (last_word(path) == topic) text += (text.empty() ? "" : "\n") + key_help(keys, path);
  return text;
}

std::string in_small_letters(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// Whether a word of the text, in small letters, begins so.
bool has_word(const std::string& text, const std::string& beginning) {
  for (std::size_t at = text.find(beginning); at != std::string::npos; at = text.find(beginning, at + 1))
    if (at == 0 || !std::isalnum(static_cast<unsigned char>(text[at - 1]))) return true;
  return false;
}

/// "tracers" -> "tracer", "pulling" -> "pull": the beginning that it has in common with other forms.
std::string stem(const std::string& word) {
  if (word.size() > 5 && word.ends_with("ing")) return word.substr(0, word.size() - 3);
  return word.size() > 3 && word.back() == 's' ? word.substr(0, word.size() - 1) : word;
}

/// Whether a text has all words of `topic`, or words that begin so; "tracer" is found by "tracers" too.
bool has_words(const std::string& text, const std::string& topic) {
  const std::set<std::string> passed_over{"a",  "an",   "and", "for", "in",  "of",
                                          "on", "that", "the", "to",  "with"};
  const std::string small = in_small_letters(text);
  std::istringstream in(in_small_letters(topic));
  for (std::string word; in >> word;)
    if (!passed_over.count(word) && !has_word(small, word) && !has_word(small, stem(word))) return false;
  return true;
}

enum class Where { in_path, in_help };

/// Keys of this kind whose path, or else help or values, have all words of `topic`: first those whose path
/// has.
std::string found_by_words(const Application& application, const std::string& topic, Where where) {
  std::string by_path, by_help;
  for (const std::string& path : key_paths(application.keys())) {
    const std::string help = key_help(application.keys(), path),
                      own = help.substr(0, help.find("  keys in it")) + "\n"; // not of what is inside
    if (has_words(path, topic))
      by_path += own;
    else if (has_words(own, topic))
      by_help += own;
  }
  return where == Where::in_path ? by_path : by_path + by_help;
}

/// Options of the command line that have all words of `topic`, a line each.
std::string found_options(const CommandLine& line) {
  std::string lines;
  for (const std::string& option : line.options)
    if (has_words(option, line.topic)) lines += "ibsim " + option + "\n";
  return lines;
}

[[noreturn]] void refuse(const std::string& topic) {
  std::vector<std::string> near;
  for (const Application& application : applications()) {
    near.push_back(application.kind);
    for (const std::string& path : key_paths(application.keys())) {
      near.push_back(typed(path));
      if (topic.find('.') == std::string::npos) near.push_back(last_word(path));
    }
  }
  throw InputError("there is no key or kind " + in_quotes(topic) + ", and no key's help has these words" +
                   did_you_mean(topic, near) +
                   " (ibsim help lists them; docs/measures.md has the columns of tables)");
}

void print_kind(const Application& application) {
  std::cout << "kind: " << application.kind << "   " << application.summary << "\n";
}

} // namespace

int help_command(const CommandLine& line) {
  if (line.markdown) {
    std::cout << reference_page();
    return 0;
  }
  if (line.topic.empty()) {
    for (const Application& application : applications()) print_kind(application);
    std::cout << "\nThe keys of a flow, their values and defaults. ibsim help KEY explains one, ibsim help "
                 "KIND lists the keys of\nanother kind. N is the number of an entry in a list, from 0.\n\n"
              << key_list(applications().front().keys());
    return 0;
  }
  for (const Application& application : applications())
    if (application.kind == line.topic) {
      print_kind(application);
      std::cout << "\n"
                << (application.keys().empty() ? "Its keys are in docs/" + application.kind + ".md.\n"
                                               : key_list(application.keys()));
      return 0;
    }
  std::string all;
  const auto add = [&](const std::string& head, const std::string& text) {
    if (!text.empty()) all += (all.empty() ? "" : "\n") + head + "\n\n" + text;
  };
  std::vector<const Application*> others; // without a key of this name
  for (const Application& application : applications()) {
    const std::string text = help_of(application, line.topic);
    add("kind: " + application.kind, text);
    if (text.empty()) others.push_back(&application);
  }
  const Where where = all.empty() ? Where::in_help : Where::in_path;
  for (const Application* application : others)
    add("kind: " + application->kind + ", keys " +
            (where == Where::in_help ? "whose help has" : "that are called by") + " these words",
        found_by_words(*application, line.topic, where));
  if (const std::string options = all.empty() ? found_options(line) : ""; !options.empty())
    all = "options of commands\n\n" + options;
  if (all.empty()) refuse(line.topic);
  std::cout << all;
  return 0;
}

} // namespace ibsim

#include "commands/shell_pages.hpp"

#include "commands/applications.hpp"
#include "commands/command_line.hpp"
#include "paper/experiment.hpp"
#include "schema/schema_help.hpp"
#include "validation/validation.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <set>
#include <sstream>

namespace ibsim {
namespace {

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

/// "-o --output"
std::string flags(const CLI::App& command) {
  std::string words;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_snames()) words += "-" + name + " ";
    for (const std::string& name : option->get_lnames()) words += "--" + name + " ";
  }
  return words;
}

/// The keys of all kinds as one types them: "objects.radius" for "objects.N.radius".
std::string keys_as_typed() {
  std::set<std::string> keys;
  for (const Application& application : applications()) {
    keys.insert(application.kind);
    for (std::string path : key_paths(application.keys())) {
      for (std::size_t at; (at = path.find(".N.")) != std::string::npos;) path.erase(at, 2);
      keys.insert(path);
    }
  }
  std::string words;
  for (const std::string& key : keys) words += key + " ";
  return words;
}

/// The paths of a flow, with their N.
std::string paths_of_flows() {
  std::string words;
  for (const std::string& path : key_paths(applications().front().keys())) words += path + "= ";
  return words;
}

/// The values among which an option chooses: those that CLI11 lists, as in "DEVICE:{auto,cpu,cuda}".
std::string values_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t open = type.find('{'), close = type.find('}');
  if (open == std::string::npos || close == std::string::npos) return {};
  std::string values = type.substr(open + 1, close - open - 1);
  std::replace(values.begin(), values.end(), ',', ' ');
  return values;
}

/// What a command is told that is no option and no file: cases, experiments, benches, shells.
std::string things(const CLI::App& command) {
  std::string words;
  if (command.get_name() == "validate")
    for (const ValidationCase& one : validation_cases()) words += one.name + " ";
  if (command.get_name() == "reproduce")
    for (const Experiment& one : experiments()) words += one.name + " ";
  for (const CLI::Option* option : command.get_options())
    if (option->get_positional()) words += values_of(*option);
  return words;
}

std::string bash_script(const CLI::App& app) {
  std::string names, cases;
  std::map<std::string, std::string> values;
  for (const CLI::App* command : commands_of(app)) {
    names += command->get_name() + " ";
    cases += "    " + command->get_name() + ") words='" + flags(*command) + "' things='" + things(*command) +
             "' ;;\n";
    for (const CLI::Option* option : command->get_options())
      for (const std::string& name : option->get_lnames())
        if (const std::string some = values_of(*option); !some.empty()) values["--" + name] = some;
  }
  std::string chosen;
  for (const auto& [option, some] : values) chosen += "    " + option + ") words='" + some + "' ;;\n";
  return "_ibsim() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words= things= number\n"
         "  case ${COMP_WORDS[1]} in\n" +
         cases +
         "  esac\n"
         "  if ((COMP_CWORD == 1)); then words='" +
         names + flags(app) +
         "'\n"
         "  elif [[ ${COMP_WORDS[1]} == help && $word != -* ]]; then words='" +
         keys_as_typed() +
         "'\n"
         "  elif [[ $before == --set || $before == --together ]]; then\n"
         "    words='" +
         paths_of_flows() +
         "' number=0\n"
         "    [[ $word =~ \\.([0-9]+)\\. ]] && number=${BASH_REMATCH[1]}\n"
         "    words=${words//.N./.$number.}\n"
         "    [[ $(type -t compopt) != builtin ]] || compopt -o nospace 2> /dev/null\n"
         "  elif [[ $word != -* ]]; then\n"
         "    words=$things\n"
         "    case $before in\n" +
         chosen +
         "    esac\n"
         "  fi\n"
         "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
         "}\n"
         "complete -o default -o bashdefault -F _ibsim ibsim\n"; // else: files
}

/// The text in single quotes of fish.
std::string fish_quoted(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return "'" + out + "'";
}

std::string fish_script(const CLI::App& app) {
  std::string out;
  for (const CLI::App* command : commands_of(app)) {
    const std::string& name = command->get_name();
    out += "complete -c ibsim -n __fish_use_subcommand -a " + name + " -d " +
           fish_quoted(command->get_description()) + "\n";
    for (const CLI::Option* option : command->get_options()) {
      if (option->get_snames().empty() && option->get_lnames().empty()) continue; // a file
      out += "complete -c ibsim -n '__fish_seen_subcommand_from " + name + "'";
      for (const std::string& one : option->get_snames()) out += " -s " + one;
      for (const std::string& one : option->get_lnames()) out += " -l " + one;
      if (option->get_expected_max() > 0) out += " -r";
      out += " -d " + fish_quoted(option->get_description()) + "\n";
    }
  }
  return out + "complete -c ibsim -n '__fish_seen_subcommand_from help' -f -a '" + keys_as_typed() + "'\n";
}

/// Text of roff: a line that begins with a dot or a quote is none of its commands.
std::string roff(const std::string& text) {
  std::string out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && (line[0] == '.' || line[0] == '\'')) out += "\\&";
    for (const char c : line) out += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c);
    out += "\n";
  }
  return out;
}

} // namespace

CLI::App* add_help_command(CLI::App& app, CommandLine& line) {
  CLI::App* help = app.add_subcommand("help", "Explain the keys of a scenario, or one of them");
  help->add_option_function<std::vector<std::string>>(
      "KEY",
      [&line](const std::vector<std::string>& words) {
        for (const std::string& word : words) line.topic += (line.topic.empty() ? "" : " ") + word;
      },
      "A key such as time.step, a kind of scenario, a command, or words to look for (default: all keys)");
  help->add_flag("--man", line.manual, "The manual page of ibsim, as roff");
  help->add_flag("--markdown", line.markdown, "The reference of all keys, as in docs/scenario.md");
  return help;
}

CLI::App* add_completion_command(CLI::App& app, CommandLine& line) {
  CLI::App* completion =
      app.add_subcommand("completion", "Print the completion of commands, options and keys for a shell");
  completion->add_option("SHELL", line.shell, "bash, zsh or fish, as in eval \"$(ibsim completion bash)\"")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  return completion;
}

std::string completion_script(const CLI::App& app, const std::string& shell) {
  if (shell == "fish") return fish_script(app);
  const std::string script = bash_script(app);
  return shell == "bash" ? script : "#compdef ibsim\nautoload -U +X bashcompinit && bashcompinit\n" + script;
}

std::vector<std::string> options_in_lines(const CLI::App& app) {
  std::vector<std::string> lines;
  for (const CLI::App* command : commands_of(app))
    for (const CLI::Option* option : command->get_options())
      if (!option->get_lnames().empty())
        lines.push_back(command->get_name() + " --" + option->get_lnames().front() + ": " +
                        option->get_description());
  return lines;
}

std::string manual_page(const CLI::App& app) {
  std::string page =
      ".TH IBSIM 1\n.SH NAME\nibsim \\- " +
      roff("red blood cells in viscous flow by the immersed boundary method") +
      ".SH SYNOPSIS\n.B ibsim\n[\\fICOMMAND\\fR] [\\fIOPTIONS\\fR] \\fIFILE\\fR\n.SH COMMANDS\n";
  for (const CLI::App* command : commands_of(app)) {
    page += ".SS " + command->get_name() + "\n" + roff(command->get_description() + ".");
    for (const CLI::Option* option : command->get_options()) {
      page += ".TP\n.B " +
              roff(option->get_name(option->get_positional()) +
                   (option->get_type_name().empty() || option->get_expected_max() == 0
                        ? ""
                        : " " + option->get_type_name())) +
              roff(option->get_description());
    }
  }
  return page + ".SH MORE\n.nf\n" + roff(app.get_footer()) + ".fi\n";
}

} // namespace ibsim

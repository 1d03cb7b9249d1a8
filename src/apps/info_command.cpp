#include "apps/commands.hpp"
#include "io/describe_file.hpp"
#include "io/run_folder.hpp"

#include <iostream>

namespace ibsim {

int info_command(const CommandLine& line) {
  settle_run_folder(std::filesystem::is_directory(line.file) ? line.file : line.file.parent_path());
  std::string text = describe_file(line.file);
  if (!text.empty() && text.back() != '\n') text += '\n';
  std::cout << text;
  return 0;
}

} // namespace ibsim

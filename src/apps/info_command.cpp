#include "apps/commands.hpp"
#include "io/describe_file.hpp"

#include <iostream>

namespace ibsim {

int info_command(const CommandLine& line) {
  std::string text = describe_file(line.file);
  if (!text.empty() && text.back() != '\n') text += '\n';
  std::cout << text;
  return 0;
}

} // namespace ibsim

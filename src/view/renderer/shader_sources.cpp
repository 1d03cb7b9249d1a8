#include "renderer/shader_sources.hpp"

#include <sstream>
#include <stdexcept>

namespace ibsim::view {

struct ShaderFile {
  const char* name;
  const char* text;
};
extern const ShaderFile shader_files[]; // generated; ends with a name of nullptr
extern const unsigned char font_begin[], font_end[];

std::string shader_source(const std::string& name) {
  const ShaderFile* file = shader_files;
  while (file->name && name != file->name) ++file;
  if (!file->name) throw std::logic_error("there is no shaders/" + name);
  std::istringstream lines(file->text);
  std::string whole;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("#extension GL_GOOGLE_include_directive")) continue; // for glslang alone
    if (line.starts_with("#include \""))
      whole += shader_source(line.substr(10, line.rfind('"') - 10));
    else
      whole += line + "\n";
  }
  return whole;
}

std::span<const unsigned char> font_file() { return {font_begin, font_end}; }

} // namespace ibsim::view

#include "parallel/loaded_library.hpp"

#include "base/error.hpp"

#include <dlfcn.h>

namespace ibsim {

LoadedLibrary::LoadedLibrary(const char* file, const std::string& need, const std::string& source)
    : file_(file), need_(need), library_(dlopen(file, RTLD_LAZY | RTLD_LOCAL)) {
  if (!library_) throw ResourceError(need + ", which cannot be loaded (" + dlerror() + "; " + source + ")");
}

LoadedLibrary::Function LoadedLibrary::operator[](const char* name) const {
  void* const address = dlsym(library_, name);
  if (!address)
    throw ResourceError(need_ + ", and " + file_ + " of this machine is of another version: it has no " +
                        name);
  return Function(address);
}

} // namespace ibsim

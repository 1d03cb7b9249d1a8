// A shared library that is loaded when a run needs it. Large ones take a fifth of a second, which no other
// command pays.
#pragma once

#include <string>

namespace ibsim {

/// Loads a library, which stays until the program ends, and finds its functions by their names.
class LoadedLibrary {
 public:
  /// @param file as the loader finds it: "libcufft.so.12"
  /// @param need beginning of the message where it is missing: "a GPU needs NVIDIA's cuFFT"
  /// @param source end of the message: a package
  /// @throws ResourceError
  LoadedLibrary(const char* file, const std::string& need, const std::string& source);

  /// Address of a function, for a pointer of its type.
  class Function {
   public:
    explicit Function(void* address) : address_(address) {}
    template <class F>
    operator F*() const {
      return reinterpret_cast<F*>(address_);
    }

   private:
    void* address_;
  };
  /// @throws ResourceError if the library has no function of this name
  Function operator[](const char* name) const;

 private:
  std::string file_, need_;
  void* library_;
};

} // namespace ibsim

// Words of a text with the line in which they stand, for the readers of mesh files.
#pragma once

#include "base/error.hpp"
#include "base/precision.hpp"

#include <string>
#include <string_view>

namespace ibsim {

class MeshText {
 public:
  /// @param comments lines that begin with this are passed over; 0: none
  MeshText(std::string_view bytes, const std::string& name, char comments)
      : bytes_(bytes), name_(name), comments_(comments) {}

  /// The next word; empty at the end.
  std::string_view word();
  /// What is left of the present line; the next word is on the next one.
  std::string_view rest_of_line();
  /// @throws InputError with the line where the word is no finite number (no integer)
  real number(const char* what);
  long integer(const char* what, long least, long most);
  long line() const { return line_; }
  std::size_t at() const { return at_; } ///< bytes that were read
  [[noreturn]] void fail(const std::string& what) const;

 private:
  std::string_view bytes_;
  const std::string& name_;
  char comments_;
  std::size_t at_ = 0;
  long line_ = 1;
};

} // namespace ibsim

// Errors that reach the user, each with the exit code of the process.
//
//   InputError      2   a scenario, an option or a file that the user gave is wrong
//   ResourceError   3   no device, no memory, a full disk, a library that failed
//   NumericalError  4   the simulation diverged
//   Interrupted   130   SIGINT or SIGTERM
//
// Two more are results, not errors: 1, `ibsim diff` found a difference; 5, a claim of `ibsim reproduce` that
// should hold does not.
//
// what() is one line, for a person: what is wrong, where, and what to do about it. It may quote what the user
// gave, so control characters (ends of lines, the escape sequences of terminals) become spaces.
#pragma once

#include "base/text.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

namespace ibsim {

/// What an errno means; what a user can do something about, in plain words.
inline std::string reason_of(int error) {
  if (error == ENOSPC) return "the disk is full";
  if (error == EDQUOT) return "the disk quota is used up";
  return std::strerror(error);
}

class Error : public std::runtime_error {
 public:
  Error(int exit_code, const std::string& message)
      : std::runtime_error(one_line(message)), exit_code_(exit_code) {}
  int exit_code() const { return exit_code_; }

 private:
  int exit_code_;
};

struct InputError : Error {
  explicit InputError(const std::string& message) : Error(2, message) {}
};
struct ResourceError : Error {
  explicit ResourceError(const std::string& message) : Error(3, message) {}
};
struct NumericalError : Error {
  explicit NumericalError(const std::string& message) : Error(4, message) {}
};
struct Interrupted : Error {
  explicit Interrupted(const std::string& message) : Error(130, message) {}
};

} // namespace ibsim

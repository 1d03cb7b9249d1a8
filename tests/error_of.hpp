// The message of an error that a call throws.
#pragma once

#include "base/error.hpp"

#include <string>

namespace ibsim {

/// "no error" if the call throws none.
template <class Error = InputError, class Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

} // namespace ibsim

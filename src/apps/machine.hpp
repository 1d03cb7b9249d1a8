// This machine and this program, in words, for what is kept of a measurement.
#pragma once

#include <string>

namespace ibsim {

/// "Intel(R) Xeon(R) ..., 16 threads".
std::string cpu_description();
/// "ibsim 0.1.0 1234567, Release, GNU 12.2.0, CUDA 13.0".
std::string version_description();
/// "2026-11-21 05:30 UTC".
std::string now_utc();

} // namespace ibsim

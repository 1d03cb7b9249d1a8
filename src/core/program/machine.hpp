// This machine and this program, in words, for what is kept of a measurement.
#pragma once

#include <filesystem>
#include <string>

namespace ibsim {

/// "Intel(R) Xeon(R) ..., 16 threads".
std::string cpu_description();
/// "ibsim 0.1.0 1234567890ab, Release, GNU 12.2.0, CUDA 13.0"; where the sources were not those of a commit,
/// it says so, with a hash of the program: two such programs are not the same.
std::string version_description();
/// "2026-11-21 05:30 UTC".
std::string now_utc();

/// The device of a run: "NVIDIA H200, compute capability 9.0" or "4 CPU threads".
std::string device_in_words(bool cuda);
/// The most memory of the host that this process has held.
double peak_host_bytes();
/// Where set-up is cached: $IBSIM_CACHE, else $XDG_CACHE_HOME/ibsim, else $HOME/.cache/ibsim; empty if none
/// of them is set.
std::filesystem::path default_cache_folder();

} // namespace ibsim

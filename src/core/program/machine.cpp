#include "program/machine.hpp"

#include "build_info.hpp"
#include "parallel/device.hpp"
#include "program/source_state.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <sys/resource.h>
#include <thread>

namespace ibsim {
namespace {

/// FNV-1a of the file of this program, in hexadecimal digits.
std::string program_hash() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  std::uint64_t hash = 14695981039346656037u;
  for (char block[1 << 16]; file.read(block, sizeof block), file.gcount() > 0;)
    for (std::streamsize i = 0; i < file.gcount(); ++i)
      hash = (hash ^ static_cast<unsigned char>(block[i])) * 1099511628211u;
  char digits[20];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
  return digits;
}

} // namespace

std::string cpu_description() {
  std::ifstream file("/proc/cpuinfo");
  std::string model = "unknown CPU";
  for (std::string line; std::getline(file, line);)
    if (line.rfind("model name", 0) == 0 && line.find(": ") != std::string::npos) {
      model = line.substr(line.find(": ") + 2);
      break;
    }
  return model + ", " + std::to_string(std::thread::hardware_concurrency()) + " threads";
}

std::string version_description() {
  const std::string commit = source_commit();
  std::string text = "ibsim " IBSIM_VERSION " " + (commit.empty() ? "of no commit" : commit);
  if (source_changed()) text += " with changes";
  if (source_changed() || commit.empty()) text += " (program " + program_hash() + ")";
  return text + ", " + IBSIM_BUILD_TYPE + ", " + IBSIM_COMPILER +
         (built_with_cuda() ? ", CUDA " IBSIM_CUDA_VERSION : "");
}

std::string now_utc() {
  const std::time_t now = std::time(nullptr);
  char buffer[40];
  std::strftime(buffer, sizeof buffer, "%Y-%m-%d %H:%M UTC", std::gmtime(&now));
  return buffer;
}

std::string device_in_words(bool cuda) {
  if (cuda) return describe_cuda_device().name;
  return std::to_string(cpu_threads()) + (cpu_threads() == 1 ? " CPU thread" : " CPU threads");
}

double peak_host_bytes() {
  // Not getrusage's number where there is another: that one counts what the process was before exec, so the
  // memory of the Python that called.
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind("VmHWM:", 0) == 0) return std::strtod(line.c_str() + 6, nullptr) * 1024;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss * 1024.0;
}

std::filesystem::path default_cache_folder() {
  const auto set = [](const char* name) {
    const char* value = std::getenv(name);
    return value && *value ? value : nullptr;
  };
  if (const char* cache = set("IBSIM_CACHE")) return cache;
  if (const char* cache = set("XDG_CACHE_HOME")) return std::filesystem::path(cache) / "ibsim";
  if (const char* home = set("HOME")) return std::filesystem::path(home) / ".cache" / "ibsim";
  return {};
}

} // namespace ibsim

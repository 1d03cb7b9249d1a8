#include "apps/machine.hpp"

#include "build_info.hpp"
#include "parallel/device.hpp"

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <sys/resource.h>
#include <thread>

namespace ibsim {

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
  return std::string("ibsim " IBSIM_VERSION " " IBSIM_COMMIT ", ") + IBSIM_BUILD_TYPE + ", " +
         IBSIM_COMPILER + (built_with_cuda() ? ", CUDA " IBSIM_CUDA_VERSION : "");
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

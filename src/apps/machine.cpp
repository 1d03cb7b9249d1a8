#include "apps/machine.hpp"

#include "build_info.hpp"
#include "parallel/device.hpp"

#include <ctime>
#include <fstream>
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

} // namespace ibsim

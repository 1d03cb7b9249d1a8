#include "base/log.hpp"

#include "base/error.hpp"

#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

namespace ibsim::log {
namespace {

struct Log {
  std::shared_ptr<spdlog::sinks::stderr_color_sink_mt> console =
      std::make_shared<spdlog::sinks::stderr_color_sink_mt>();
  std::shared_ptr<spdlog::logger> logger = std::make_shared<spdlog::logger>("ibsim", console);
  Log() {
    console->set_pattern("%^%l%$: %v");
    logger->set_level(spdlog::level::debug);
    console->set_level(spdlog::level::info);
  }
};

Log& log() {
  static Log instance;
  return instance;
}

spdlog::level::level_enum to_spdlog(Level level) {
  switch (level) {
  case Level::debug:
    return spdlog::level::debug;
  case Level::info:
    return spdlog::level::info;
  case Level::warning:
    return spdlog::level::warn;
  case Level::error:
    return spdlog::level::err;
  case Level::off:
    return spdlog::level::off;
  }
  return spdlog::level::info;
}

} // namespace

void set_console_level(Level level) { log().console->set_level(to_spdlog(level)); }

void add_file(const std::filesystem::path& file) {
  close_file();
  try {
    auto sink = std::make_shared<spdlog::sinks::basic_file_sink_mt>(file.string(), false);
    sink->set_pattern("%Y-%m-%d %H:%M:%S.%e %l: %v");
    sink->set_level(spdlog::level::debug);
    log().logger->sinks().push_back(sink);
  } catch (const spdlog::spdlog_ex& e) {
    throw ResourceError("cannot write the log " + file.string() + ": " + e.what());
  }
}

void close_file() {
  flush();
  log().logger->sinks().resize(1);
}

void debug(std::string_view text) { log().logger->debug("{}", one_line(std::string(text))); }
void info(std::string_view text) { log().logger->info("{}", one_line(std::string(text))); }
void warning(std::string_view text) { log().logger->warn("{}", one_line(std::string(text))); }
void error(std::string_view text) { log().logger->error("{}", one_line(std::string(text))); }
void flush() { log().logger->flush(); }

} // namespace ibsim::log

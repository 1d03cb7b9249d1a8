#include "base/log.hpp"

#include "base/error.hpp"

#include <mutex>
#include <spdlog/details/log_msg_buffer.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <vector>

namespace ibsim::log {
namespace {

/// Lines until there is a file for them.
class Pending : public spdlog::sinks::base_sink<std::mutex> {
 public:
  void give_to(spdlog::sinks::sink& file) {
    for (const spdlog::details::log_msg_buffer& line : lines_) file.log(line);
    lines_.clear();
  }

 private:
  void sink_it_(const spdlog::details::log_msg& line) override {
    constexpr std::size_t most = 1000;
    if (lines_.size() < most) lines_.emplace_back(line);
  }
  void flush_() override {}
  std::vector<spdlog::details::log_msg_buffer> lines_;
};

struct Log {
  std::shared_ptr<spdlog::sinks::stderr_color_sink_mt> console =
      std::make_shared<spdlog::sinks::stderr_color_sink_mt>();
  std::shared_ptr<Pending> pending = std::make_shared<Pending>();
  std::shared_ptr<spdlog::logger> logger =
      std::make_shared<spdlog::logger>("ibsim", spdlog::sinks_init_list{console, pending});
  Log() {
    console->set_pattern("%^%l%$: %v");
    logger->set_level(spdlog::level::debug);
    logger->flush_on(spdlog::level::debug); // a run that is killed leaves what it has said
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
    log().pending->give_to(*sink);
    log().logger->sinks() = {log().console, sink};
  } catch (const spdlog::spdlog_ex& e) {
    throw ResourceError("cannot write the log " + file.string() + ": " + e.what());
  }
}

void close_file() {
  flush();
  if (log().logger->sinks().back() != log().pending) log().logger->sinks() = {log().console};
}

void debug(std::string_view text) { log().logger->debug("{}", one_line(std::string(text))); }
void info(std::string_view text) { log().logger->info("{}", one_line(std::string(text))); }
void warning(std::string_view text) { log().logger->warn("{}", one_line(std::string(text))); }
void error(std::string_view text) { log().logger->error("{}", one_line(std::string(text))); }
void flush() { log().logger->flush(); }

} // namespace ibsim::log

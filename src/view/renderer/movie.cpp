#include "renderer/movie.hpp"

#include "base/error.hpp"
#include "files/file_bytes.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

extern char** environ;

namespace ibsim::view {
namespace fs = std::filesystem;
namespace {

fs::path beside(const fs::path& path, const std::string& ending) {
  fs::path other = path;
  other.replace_extension();
  return other.string() + ending;
}

/// The last line that is not empty of what ffmpeg said.
std::string last_line(const fs::path& log) {
  std::string text;
  try {
    text = read_file(log);
  } catch (const Error&) {
  }
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' ')) text.pop_back();
  const std::size_t end = text.find_last_of("\r\n");
  return end == std::string::npos ? text : text.substr(end + 1);
}

} // namespace

Movie::Movie(fs::path path, int width, int height, int rate)
    : path_(std::move(path)), part_(beside(path_, ".part" + path_.extension().string())),
      log_(beside(path_, ".part.log")) {
  const std::string size = std::to_string(width) + "x" + std::to_string(height),
                    frames = std::to_string(rate);
  // even sizes, as 4:2:0 needs them; the moov box first, so that a browser plays at once
  std::array<std::string, 28> words{"ffmpeg",    "-hide_banner",
                                    "-loglevel", "error",
                                    "-y",        "-f",
                                    "rawvideo",  "-pix_fmt",
                                    "rgba",      "-s",
                                    size,        "-r",
                                    frames,      "-i",
                                    "-",         "-an",
                                    "-c:v",      "libx264",
                                    "-crf",      "18",
                                    "-preset",   "fast",
                                    "-pix_fmt",  "yuv420p",
                                    "-vf",       "crop=trunc(iw/2)*2:trunc(ih/2)*2",
                                    "-movflags", "+faststart"};
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  std::string out = part_.string();
  arguments.push_back(out.data());
  arguments.push_back(nullptr);

  FileBytes::create(log_); // says so here if the folder cannot be written
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw ResourceError("cannot start ffmpeg: " + reason_of(errno));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 2, log_.c_str(), O_WRONLY | O_TRUNC, 0644);
  posix_spawnattr_t attributes; // a group of its own: Ctrl-C is for us, who then end the movie well
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  pid_t process = -1;
  const int error = posix_spawnp(&process, "ffmpeg", &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[0]);
  if (error != 0) {
    ::close(ends[1]);
    remove_file(log_);
    throw ResourceError(
        error == ENOENT ? std::string("no movie: ffmpeg is not there; install ffmpeg, or make pictures with "
                                      "--every-frame")
                        : "no movie: cannot start ffmpeg: " + reason_of(error));
  }
  std::signal(SIGPIPE, SIG_IGN); // if ffmpeg ends early the write says so
  pipe_ = ends[1], process_ = process;
}

int Movie::wait() {
  if (pipe_ >= 0) ::close(std::exchange(pipe_, -1));
  int status = 0;
  while (process_ >= 0 && waitpid(static_cast<pid_t>(process_), &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  return status;
}

Movie::~Movie() {
  if (process_ < 0) return;
  kill(static_cast<pid_t>(process_), SIGTERM);
  wait();
  std::error_code ignored;
  fs::remove(part_, ignored), fs::remove(log_, ignored);
}

void Movie::fail() {
  wait();
  const std::string said = last_line(log_);
  std::error_code ignored;
  fs::remove(part_, ignored), fs::remove(log_, ignored);
  throw ResourceError("no movie: ffmpeg failed" + (said.empty() ? "" : ": " + said));
}

void Movie::add(const Image& image) {
  const auto* bytes = reinterpret_cast<const char*>(image.pixels.data());
  for (std::size_t written = 0; written < image.pixels.size();) {
    const ssize_t n = ::write(pipe_, bytes + written, image.pixels.size() - written);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) fail();
    written += static_cast<std::size_t>(n);
  }
}

void Movie::finish() {
  if (wait() != 0) fail();
  rename_file(part_, path_);
  remove_file(log_);
}

} // namespace ibsim::view

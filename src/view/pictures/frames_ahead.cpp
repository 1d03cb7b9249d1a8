#include "pictures/frames_ahead.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <thread>

namespace ibsim::view {
namespace {

/// Reading a frame takes a few cores.
std::size_t at_a_time() { return std::clamp(std::thread::hardware_concurrency() / 4, 1u, 4u); }

constexpr std::uintmax_t large = std::uintmax_t{100} << 20; // bytes: half a second to read on two cores

} // namespace

FramesAhead::Frame FramesAhead::read(const FrameEntry& entry, const std::vector<std::string>& arrays) {
  if (!entry.damage.empty()) throw ResourceError(entry.damage);
  std::shared_ptr<const SurfaceTriangles> known;
  {
    const std::lock_guard lock(mutex_);
    known = topology_;
  }
  try {
    auto frame = std::make_shared<SurfaceFrameData>(read_surface_frame(entry.path, arrays, known));
    const std::lock_guard lock(mutex_);
    if (!topology_ || topology_->object.size() != frame->topology->object.size()) topology_ = frame->topology;
    return frame;
  } catch (const InputError& e) { // an error of the machine: the run is what it is
    throw ResourceError(e.what());
  }
}

FramesAhead::Frame FramesAhead::get(const std::vector<FrameEntry>& frames, std::size_t i,
                                    const std::vector<std::string>& arrays) {
  if (arrays != arrays_) frames_.clear(), arrays_ = arrays;
  const std::size_t last = std::min(frames.size() - 1, i + (ahead_ && topology_ ? at_a_time() : 0));
  std::erase_if(frames_, [&](const auto& known) {
    return known.first + 1 < frames.at(i).number || known.first > frames[last].number;
  });
  for (std::size_t k = i; k <= last; ++k)
    if (!frames_.contains(frames[k].number))
      frames_[frames[k].number] =
          std::async(k == i ? std::launch::deferred : std::launch::async,
                     [this, entry = frames[k], arrays] { return read(entry, arrays); });
  const std::shared_future<Frame> wanted = frames_[frames[i].number];
  try {
    return wanted.get();
  } catch (const Error&) {
    frames_.erase(frames[i].number); // it may be whole when it is asked for again
    throw;
  }
}

std::vector<FramesAhead::Frame> FramesAhead::some(const std::vector<FrameEntry>& frames, std::size_t first,
                                                  std::size_t last, std::size_t most,
                                                  const std::vector<std::string>& arrays) {
  std::error_code ignored;
  const std::uintmax_t bytes = std::filesystem::file_size(frames.at(last).path, ignored);
  if (!ignored && bytes > large) most = std::min<std::size_t>(most, 2);
  const std::size_t n = last - first + 1, looked_at = std::min(n, most);
  std::vector<Frame> found;
  std::vector<std::future<Frame>> reading;
  for (std::size_t k = 0; k < looked_at; ++k) {
    const FrameEntry& entry = frames[first + (looked_at > 1 ? k * (n - 1) / (looked_at - 1) : n - 1)];
    if (entry.damage.empty())
      reading.push_back(std::async(topology_ ? std::launch::async : std::launch::deferred,
                                   [this, &entry, &arrays] { return read(entry, arrays); }));
    if (!topology_ && !reading.empty()) reading.back().wait(); // the others need not read the triangles
  }
  std::exception_ptr wrong;
  for (std::future<Frame>& each : reading) try {
      found.push_back(each.get());
    } catch (const Error&) {
      wrong = std::current_exception();
    }
  if (found.empty() && wrong) std::rethrow_exception(wrong);
  return found;
}

} // namespace ibsim::view

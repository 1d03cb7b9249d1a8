// PNG files written by other threads while the next picture is drawn.
#pragma once

#include "view/png_file.hpp"

#include <deque>
#include <future>
#include <thread>

namespace ibsim::view {

class PictureWriter {
 public:
  ~PictureWriter() {
    for (std::future<void>& each : writing_) each.wait();
  }
  /// Waits while as many pictures as there are cores are being written. @throws what an earlier one threw
  void add(std::filesystem::path path, Image image) {
    const std::size_t most = std::max(1u, std::thread::hardware_concurrency());
    while (writing_.size() >= most) take_first();
    writing_.push_back(std::async(
        std::launch::async, [path = std::move(path), image = std::move(image)] { write_png(path, image); }));
  }
  void finish() {
    while (!writing_.empty()) take_first();
  }
  std::size_t written() const { return written_; }

 private:
  void take_first() {
    std::future<void> first = std::move(writing_.front());
    writing_.pop_front();
    first.get();
    ++written_;
  }
  std::deque<std::future<void>> writing_;
  std::size_t written_ = 0;
};

} // namespace ibsim::view

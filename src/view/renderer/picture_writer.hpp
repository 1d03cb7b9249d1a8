// PNG files compressed and written by another thread while the next picture is drawn.
#pragma once

#include "files/background_writer.hpp"
#include "parallel/device.hpp"
#include "renderer/png_file.hpp"

#include <atomic>
#include <chrono>
#include <memory>

namespace ibsim::view {

class PictureWriter {
 public:
  /// @param cores that compress a picture together; 0: all
  explicit PictureWriter(int cores = 0) : cores_(cores) {}
  /// Waits while two pictures are waiting. @throws what an earlier one threw
  void add(std::filesystem::path path, Image image) {
    auto picture = std::make_shared<Image>(std::move(image)); // a std::function is copied
    writer_.add([this, path = std::move(path), picture] {
      if (cores_ > 0) set_cpu_threads(cores_); // of this thread
      const auto start = std::chrono::steady_clock::now();
      write_png(path, *picture);
      seconds_ = seconds_ + std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      ++written_;
    });
  }
  /// Waits until all are written. @throws what one of them threw
  void finish() { writer_.wait(); }
  std::size_t written() const { return written_; }
  double seconds() const { return seconds_; } ///< of compressing and writing, so far

 private:
  int cores_;
  std::atomic<std::size_t> written_ = 0;
  std::atomic<double> seconds_ = 0;
  BackgroundWriter writer_; ///< last, so that it ends first
};

} // namespace ibsim::view

// A movie by ffmpeg, which takes the pictures through a pipe: H.264 that all players and browsers show.
#pragma once

#include "renderer/png_file.hpp"

#include <cstdio>

namespace ibsim::view {

class Movie {
 public:
  /// NAME.part.mp4, which gets its name at the end. @throws ResourceError if there is no ffmpeg or it does
  /// not begin
  Movie(std::filesystem::path, int width, int height, int rate);
  /// Without finish() the part is removed.
  ~Movie();
  Movie(const Movie&) = delete;
  Movie& operator=(const Movie&) = delete;

  /// @throws ResourceError with ffmpeg's words
  void add(const Image&);
  void finish();

 private:
  [[noreturn]] void fail();
  int wait();
  std::filesystem::path path_, part_, log_;
  int pipe_ = -1;
  long process_ = -1;
};

} // namespace ibsim::view

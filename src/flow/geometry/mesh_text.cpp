#include "geometry/mesh_text.hpp"

#include "base/text.hpp"

#include <charconv>
#include <cmath>

namespace ibsim {

std::string_view MeshText::word() {
  while (at_ < bytes_.size()) {
    const char c = bytes_[at_];
    if (c == '\n') {
      ++line_, ++at_;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f') {
      ++at_;
    } else if (comments_ && c == comments_) {
      while (at_ < bytes_.size() && bytes_[at_] != '\n') ++at_;
    } else {
      break;
    }
  }
  const std::size_t from = at_;
  while (at_ < bytes_.size() && static_cast<unsigned char>(bytes_[at_]) > ' ') ++at_;
  return bytes_.substr(from, at_ - from);
}

std::string_view MeshText::rest_of_line() {
  const std::size_t from = at_;
  while (at_ < bytes_.size() && bytes_[at_] != '\n') ++at_;
  std::string_view rest = bytes_.substr(from, at_ - from);
  if (at_ < bytes_.size()) ++at_, ++line_;
  while (!rest.empty() && (rest.back() == '\r' || rest.back() == ' ')) rest.remove_suffix(1);
  return rest;
}

real MeshText::number(const char* what) {
  std::string_view found = word();
  if (!found.empty() && found.front() == '+') found.remove_prefix(1);
  real value = 0;
  const auto [end, error] = std::from_chars(found.data(), found.data() + found.size(), value);
  if (found.empty()) fail(text("the file ends where %s is expected", what));
  if (error != std::errc{} || end != found.data() + found.size() || !std::isfinite(value))
    fail(in_quotes(found) + text(" is no number, where %s is expected", what));
  return value;
}

long MeshText::integer(const char* what, long least, long most) {
  const std::string_view found = word();
  long value = 0;
  const auto [end, error] = std::from_chars(found.data(), found.data() + found.size(), value);
  if (found.empty()) fail(text("the file ends where %s is expected", what));
  if (error != std::errc{} || end != found.data() + found.size() || value < least || value > most)
    fail(in_quotes(found) + text(" is no %s from %ld to %ld", what, least, most));
  return value;
}

void MeshText::fail(const std::string& what) const { throw InputError(name_ + text(":%ld: ", line_) + what); }

} // namespace ibsim

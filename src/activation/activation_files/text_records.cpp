#include "activation_files/text_records.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "mesh/incidences.hpp"
#include "parallel/device.hpp"
#include "parallel/for_each.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace ibsim {
namespace {

constexpr std::size_t least_piece = 1 << 16; // bytes

bool is_blank(std::string_view line) { return std::all_of(line.begin(), line.end(), is_space); }

/// Some whole lines of the text, and how many lines and records come before them.
struct Piece {
  std::string_view text;
  long lines = 0;
  Size records = 0;
  std::string error;
};

/// Calls visit(line) for each line, and stops where it gives false.
template <class Visit>
void for_each_line(std::string_view text, const Visit& visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (!visit(text.substr(0, end))) return;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::vector<Piece> cut(std::string_view text) {
  const std::size_t most = 4 * static_cast<std::size_t>(cpu_threads());
  const std::size_t bytes = std::max(least_piece, text.size() / most + 1);
  std::vector<Piece> pieces;
  while (!text.empty()) {
    const std::size_t end = bytes >= text.size() ? text.npos : text.find('\n', bytes);
    pieces.push_back({text.substr(0, end == text.npos ? end : end + 1), 0, 0, {}});
    text.remove_prefix(pieces.back().text.size());
  }
  return pieces;
}

} // namespace

void Words::fail(const std::string& message) const {
  throw InputError(path_.string() + ":" + std::to_string(line_) + ": " + message);
}

void Words::fail_at_word(const char* wanted, std::string_view found) const {
  fail(std::string("expected ") + wanted + ", got " + in_quotes(found));
}

bool Words::more() {
  while (at_ < text_.size() && is_space(text_[at_])) line_ += text_[at_++] == '\n';
  return at_ < text_.size();
}

std::string_view Words::word(const char* wanted) {
  if (!more()) fail(std::string("there is nothing where ") + wanted + " should be");
  const std::size_t from = at_;
  while (at_ < text_.size() && !is_space(text_[at_])) ++at_;
  return text_.substr(from, at_ - from);
}

Index Words::count(const char* of) {
  const auto n = number<long long>("a count");
  if (n <= 0 || n > most_tetrahedra) fail(text("expected a count of %s from 1 to %d", of, most_tetrahedra));
  // two bytes at least for each: a wrong count is no reason to ask for memory
  if (static_cast<std::size_t>(n) > text_.size())
    fail(text("says that there are %lld %s; the file is shorter", n, of));
  return static_cast<Index>(n);
}

void read_records(const std::filesystem::path& path, const std::string& text, Index count, const char* of,
                  const char* one, const std::function<void(Index, Words&)>& parse) {
  const std::size_t first_line = std::min(text.find('\n'), text.size() - 1) + 1;
  std::vector<Piece> pieces = cut(std::string_view(text).substr(first_line));
  const Stream<Cpu> stream;
  const auto n = static_cast<Index>(pieces.size());
  Piece* piece = pieces.data();
  for_each_piece(stream, n, [=](Index i) {
    piece[i].lines = std::count(piece[i].text.begin(), piece[i].text.end(), '\n');
    for_each_line(piece[i].text, [&](std::string_view line) {
      piece[i].records += !is_blank(line);
      return true;
    });
  });
  long lines = 2;
  Size records = 0;
  for (Piece& p : pieces)
    lines += std::exchange(p.lines, lines), records += std::exchange(p.records, records);

  const auto* parse_one = &parse;
  const auto* file = &path;
  for_each_piece(stream, n, [=](Index i) {
    Size record = piece[i].records;
    long number = piece[i].lines;
    try {
      for_each_line(piece[i].text, [&](std::string_view line) {
        if (!is_blank(line)) {
          Words words(*file, line, number);
          if (record >= count) words.fail(std::string("there are more ") + of + " than the first line says");
          (*parse_one)(static_cast<Index>(record), words);
          if (words.more()) words.fail(std::string("there is more on the line than ") + one);
          ++record;
        }
        ++number;
        return true;
      });
    } catch (const InputError& e) {
      piece[i].error = e.what();
    }
  });
  for (const Piece& p : pieces)
    if (!p.error.empty()) throw InputError(p.error);
  if (records < count)
    Words(path, {}, lines - (text.back() != '\n' && n == 0))
        .fail(std::string("the file ends where ") + one + " should be");
}

} // namespace ibsim

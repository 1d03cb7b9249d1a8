#include "fluid/columns.cuh"

namespace ibsim {

std::optional<Radices> radices_of(const Stream<Cuda>& stream, int rows, int lanes, int components,
                                  std::size_t number) {
  if (rows < 16 || columns::shared_bytes(rows, lanes, components, number) > most_team_memory(stream))
    return {};
  const auto divides = [](int radix, int number) { return number % radix == 0; };
  Radices found{};
  int rest = rows, last = 0; // few values are solved at once, since all components of them are
  for (const int radix : {5, 3, 4})
    if (divides(radix, rows)) last = radix;
  if (last == 0) return {};
  for (rest /= last; rest > 1 && found.levels < 7; rest /= found.radix[found.levels++]) {
    int& radix = found.radix[found.levels];
    for (const int r : {2, 3, 5, 4, 8})
      if (divides(r, rest) && !(r == 8 && rest == 16)) radix = r; // 16 is 4 times 4
    if (radix == 0) return {};
  }
  if (rest > 1) return {};
  found.radix[found.levels++] = last;
  return found;
}

std::vector<int> frequencies_at(int rows, const Radices& radices) {
  std::vector<int> frequencies;
  for (int place = 0; place < rows; ++place) {
    int l = 0, scale = 1, rest = place, length = rows;
    for (int level = 0; level < radices.levels; ++level) {
      const int radix = radices.radix[level];
      length /= radix;
      l += scale * (rest / length);
      rest %= length, scale *= radix;
    }
    frequencies.push_back(l);
  }
  return frequencies;
}

} // namespace ibsim

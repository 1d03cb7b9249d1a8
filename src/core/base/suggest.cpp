#include "base/suggest.hpp"

#include <algorithm>
#include <cctype>

namespace ibsim {
namespace {

std::string plain(std::string_view word) {
  std::string result;
  for (const unsigned char c : word)
    result += c == '-' || c == ' ' ? '_' : static_cast<char>(std::tolower(c));
  return result;
}

/// What a scenario's keys and values are called elsewhere, by letters alone nearer to another one or to none.
struct OtherName {
  const char *said, *here;
};
const OtherName other_names[] = {
    {"position", "at"},
    {"center", "at"},
    {"centre", "at"},
    {"location", "at"},
    {"origin", "at"},
    {"type", "shape"},
    {"orientation", "axis"},
    {"direction", "axis"},
    {"shear", "shear_rate"},
    {"gamma_dot", "shear_rate"},
    {"viscosity_contrast", "viscosity_ratio"},
    {"lambda", "viscosity_ratio"},
    {"number", "placements"},
    {"dt", "step"},
    {"timestep", "step"},
    {"time_step", "step"},
    {"delta_t", "step"},
    {"duration", "end"},
    {"t_end", "end"},
    {"stop", "end"},
    {"total", "end"},
    {"dx", "cell"},
    {"h", "cell"},
    {"spacing", "cell"},
    {"resolution", "cell"},
    {"mesh", "cell"},
    {"box", "size"},
    {"length", "size"},
    {"velocity", "mean_velocity"},
    {"pressure", "pressure_drop"},
    {"boundary", "ends_in_y"},
    {"boundaries", "ends_in_y"},
    {"walls", "ends_in_y"},
    {"ends", "ends_in_y"},
    {"ht", "haematocrit"},
    {"hct", "haematocrit"},
    {"volume_fraction", "haematocrit"},
    {"count", "number"},
    {"n", "number"},
    {"mu", "viscosity"},
    {"rho", "density"},
    {"gs", "shear_modulus"},
    {"bending_rigidity", "bending_modulus"},
    {"bending_stiffness", "bending_modulus"},
    {"red_blood_cell", "red cell"},
    {"erythrocyte", "red cell"},
    {"discocyte", "red cell"},
    {"thrombocyte", "platelet"},
    {"vesicle", "capsule"},
    {"cylinder", "tube"},
    {"pipe", "tube"},
    {"gpu", "cuda"},
    {"saline", "PBS"},
    {"blood", "plasma"},
};

} // namespace

int edit_distance(std::string_view a, std::string_view b) {
  const std::size_t n = a.size(), m = b.size();
  std::vector<std::vector<int>> d(n + 1, std::vector<int>(m + 1));
  for (std::size_t i = 0; i <= n; ++i) d[i][0] = static_cast<int>(i);
  for (std::size_t j = 0; j <= m; ++j) d[0][j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= n; ++i)
    for (std::size_t j = 1; j <= m; ++j) {
      const int change = a[i - 1] == b[j - 1] ? 0 : 1;
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[n][m];
}

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  if (word.size() > 64) return {};
  const std::string wanted = plain(word);
  for (const OtherName& other : other_names)
    if (wanted == other.said &&
        std::find(candidates.begin(), candidates.end(), other.here) != candidates.end())
      return other.here;
  std::string best;
  int least = 1 + std::max<int>(1, static_cast<int>(wanted.size()) / 3);
  for (const std::string& candidate : candidates) {
    const int distance = edit_distance(wanted, plain(candidate));
    if (distance < least && distance < static_cast<int>(candidate.size())) least = distance, best = candidate;
  }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string near = nearest(word, candidates);
  return near.empty() ? std::string() : "; did you mean \"" + near + "\"?";
}

} // namespace ibsim

// A patch under uniaxial stretch, T_2 = 0: the tension that comes out of a law's energy W(i_1, i_2),
//
//   T_1 = (2/(l_1 l_2)) (l_1^2 W_1 + l_1^2 l_2^2 W_2),   T_2 = (2/(l_1 l_2)) (l_2^2 W_1 + l_1^2 l_2^2 W_2),
//
// i_1 = l_1^2 + l_2^2, i_2 = l_1^2 l_2^2, l_2 from T_2 = 0, against closed forms (Barthes-Biesel, Diaz and
// Dhenin 2002, J. Fluid Mech. 460, equations 8 to 13):
//
//   neo-Hookean   l_2^2 = 1/l_1,                               T_1 = G (l_1^(3/2) - l_1^(-3/2))
//   Skalak        l_2^2 = (1 + C l_1^2)/(1 + C l_1^4),         T_1 = G (l_1/l_2) (l_1^2 - 1 + C l_2^2 (l_1^2
//                 l_2^2 - 1))
//   Hooke         l_2^2 = 1 - nu (l_1^2 - 1),                  T_1 = G (1 + nu) (l_1/l_2) (l_1^2 - 1)
//
// and against the points of their figure.
#include "mechanics/laws.hpp"
#include "validation/validation.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

struct Tensions {
  real first, second;
};
Tensions tensions(const AnyLaw& law, real l1, real l2) {
  const real a = l1 * l1, b = l2 * l2;
  const LawEnergy w = law_energy(law, a + b, a * b);
  const real scale = 2 / (l1 * l2);
  return {scale * (a * w.w1 + a * b * w.w2), scale * (b * w.w1 + a * b * w.w2)};
}

/// T_1 where T_2 = 0: T_2 rises with l_2, so halving finds it, to the last bits.
real uniaxial_tension(const AnyLaw& law, real l1) {
  real low = 0.2, high = 1.5;
  for (int i = 0; i < 200; ++i) {
    const real middle = (low + high) / 2;
    (tensions(law, l1, middle).second < 0 ? low : high) = middle;
  }
  return tensions(law, l1, (low + high) / 2).first;
}

struct SheetOfLaw {
  std::string name;
  AnyLaw law;
  std::function<real(real)> closed_form; ///< T_1/G at l_1
  std::string points;                    ///< of data/validation, extension against T_1/G
};

const std::vector<SheetOfLaw>& laws() {
  constexpr real nu = 0.3, C = 1;
  static const std::vector<SheetOfLaw> all{{"neo-Hookean", NeoHookean{1},
                                            [](real l) { return std::pow(l, 1.5) - std::pow(l, -1.5); },
                                            "uniaxial_neo_hookean"},
                                           {"Skalak, C = 1", Skalak{1, C},
                                            [](real l) {
                                              const real a = l * l, b = (1 + C * a) / (1 + C * a * a);
                                              return l / std::sqrt(b) * (a - 1 + C * b * (a * b - 1));
                                            },
                                            "uniaxial_skalak"},
                                           {"Hooke, nu = 0.3", Hooke{1, nu},
                                            [](real l) {
                                              const real a = l * l, b = 1 - nu * (a - 1);
                                              return (1 + nu) * l / std::sqrt(b) * (a - 1);
                                            },
                                            ""}};
  return all;
}

} // namespace

ValidationResult validate_uniaxial_patch(const ValidationSettings&) {
  ValidationResult result;
  Chart chart{"uniaxial_patch", "A patch under uniaxial stretch, T_2 = 0", "stretch l_1", "T_1/G", {}};
  for (const SheetOfLaw& law : laws()) {
    Curve ours{law.name, {}, {}};
    real worst = 0;
    for (int i = 1; i <= 80; ++i) {
      const real l = 1 + 0.01 * i, here = uniaxial_tension(law.law, l), exact = law.closed_form(l);
      worst = std::max(worst, std::abs(here / exact - 1));
      ours.x.push_back(l), ours.y.push_back(here);
    }
    result.comparisons.push_back(near(law.name + ": largest relative difference from the closed form", worst,
                                      0, 1e-9, "closed form, 1e-9"));
    chart.curves.push_back(ours);
    if (law.points.empty()) continue;
    const Table points = paper_table(law.points);
    Curve theirs{law.name + ", digitised", {}, {}, true};
    for (std::size_t row = 0; row < points.rows.size(); ++row) {
      // Their abscissa is Green's strain (l^2 - 1)/2, as the closed form shows.
      theirs.x.push_back(std::sqrt(1 + 2 * points.number(row, "strain")));
      theirs.y.push_back(points.number(row, "tension over modulus"));
    }
    chart.curves.push_back(theirs);
  }
  result.charts.push_back(chart);
  result.notes = {
      "The digitised points of Barthes-Biesel, Diaz and Dhenin fall on these curves with Green's strain "
      "(l^2 - 1)/2 as their abscissa."};
  return result;
}

} // namespace ibsim

#include "validation/validation.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {

Comparison::Verdict Comparison::verdict() const {
  if (std::isnan(ours)) return Verdict::outside;
  if (ours - error >= low && ours + error <= high) return Verdict::inside;
  if (ours + error < low || ours - error > high) return Verdict::outside;
  return Verdict::too_short_to_say;
}

std::string words_of(Comparison::Verdict verdict) {
  switch (verdict) {
  case Comparison::Verdict::inside:
    return "inside";
  case Comparison::Verdict::outside:
    return "OUTSIDE";
  default:
    return "too short to say";
  }
}

Comparison near(std::string quantity, double ours, double theirs, double distance, std::string band) {
  return {std::move(quantity), ours, theirs, theirs - distance, theirs + distance, std::move(band)};
}

Comparison near_in_parts(std::string quantity, double ours, double theirs, double part) {
  return near(std::move(quantity), ours, theirs, part * std::abs(theirs), short_number(100 * part) + " %");
}

Comparison within(std::string quantity, double ours, double error, double low, double high,
                  std::string band) {
  return {std::move(quantity), ours, (low + high) / 2, low, high, std::move(band), error};
}

void draw_band(Chart& chart, double x, const Comparison& c, const std::string& of) {
  const std::string name = (of.empty() ? "" : of + ": ") + c.band;
  auto band = std::find_if(chart.bands.begin(), chart.bands.end(),
                           [&](const Band& other) { return other.name == name; });
  if (band == chart.bands.end()) band = chart.bands.insert(chart.bands.end(), Band{name, {}, {}, {}});
  band->x.push_back(x), band->low.push_back(c.low), band->high.push_back(c.high);
}

bool ValidationCase::has_precision(const std::string& precision) const {
  if (precision == "double") return true;
  for (const char* const in_double :
       {"uniaxial_patch", "laplace", "hasimoto", "slit_drag", "relaxing_sphere"})
    if (name == in_double) return false;
  return precision == "mixed" || name != "segre_silberberg";
}

const std::vector<ValidationCase>& validation_cases() {
  static const std::vector<ValidationCase> all{
      {"uniaxial_patch", "uniaxial stretch of a patch: every law against its closed form",
       "Barthes-Biesel, Diaz and Dhenin 2002, J. Fluid Mech. 460, 211-222", "", 1, 1,
       validate_uniaxial_patch},
      {"laplace", "pressure in a sphere under uniform tension", "law of Laplace", "", 5, 2, validate_laplace},
      {"hasimoto", "drag of a periodic lattice of spheres",
       "Hasimoto 1959, J. Fluid Mech. 5, doi:10.1017/S0022112059000222", "", 1, 1, validate_hasimoto, true},
      {"slit_drag", "drag of a sphere midway between two walls",
       "Happel and Brenner 1965, Low Reynolds number hydrodynamics, section 7-4", "", 5, 1,
       validate_slit_drag, true},
      {"capsule_weak_flow", "deformation of a capsule in weak shear, against small-deformation theory",
       "Barthes-Biesel and Rallison 1981, J. Fluid Mech. 113, doi:10.1017/S0022112081003480",
       "capillary number mu gamma a/G_s", 0, 80, validate_capsule_weak_flow, true},
      {"capsule_neo_hookean", "deformation of a neo-Hookean capsule in shear over time",
       "spectral boundary integral, scripts/capsule_boundary_integral.py; also Ramanujan and Pozrikidis "
       "1998, J. Fluid Mech. 361, 117-143, and Doddi and Bagchi 2008, Int. J. Multiphase Flow 34, 375-392",
       "capillary number mu gamma a/E_s", 60, 16, validate_capsule_neo_hookean, true},
      {"capsule_unbounded", "the same capsule in unbounded shear, without walls (Lees-Edwards)",
       "spectral boundary integral, scripts/capsule_boundary_integral.py; also Ramanujan and Pozrikidis "
       "1998, J. Fluid Mech. 361, 117-143, and Doddi and Bagchi 2008, Int. J. Multiphase Flow 34, 375-392",
       "capillary number mu gamma a/E_s", 0, 19, validate_capsule_unbounded, true},
      {"capsule_relaxation", "a stretched capsule relaxes at the rate of the linear theory",
       "eigenvectors of Stokes' single layer, Corona and Veerapaneni 2018, J. Comput. Phys. 362, "
       "doi:10.1016/j.jcp.2018.02.017",
       "", 60, 4, validate_capsule_relaxation, true},
      {"capsule_pair", "two capsules that meet in shear with inertia, and turn back",
       "Doddi and Bagchi 2008, Int. J. Multiphase Flow 34, 375-392, Figure 8c",
       "Reynolds number on the diameter", 150, 30, validate_capsule_pair, true},
      {"segre_silberberg", "inertial migration of a stiff sphere in Poiseuille flow between walls",
       "Segre and Silberberg 1962, J. Fluid Mech. 14; Ho and Leal 1974, J. Fluid Mech. 65, 365-400, "
       "doi:10.1017/S0022112074001431",
       "", 0, 55, validate_segre_silberberg, true},
      {"shape_recovery", "a stretched red cell goes back to its shape",
       "Hochmuth, Worthy and Evans 1979, Biophys. J. 26, 101-114, doi:10.1016/S0006-3495(79)85238-8", "", 200,
       30, validate_shape_recovery, true},
      {"tank_treading", "inclination and frequency of tank-treading red cells against shear rate",
       "Fischer and Korzeniewski 2015, Biophys. J. 108", "shear rate, 1/s", 270, 150, validate_tank_treading,
       true},
      {"tumbling_threshold", "the shear stress from which red cells tank-tread instead of tumbling",
       "Fischer and Korzeniewski 2013, J. Fluid Mech. 736, 351-365, doi:10.1017/jfm.2013.496; in plasma "
       "Lanotte "
       "et al. 2016, Proc. Natl. Acad. Sci. 113, 13289-13294, doi:10.1073/pnas.1608074113",
       "shear stress, Pa", 0, 70, validate_tumbling_threshold, true},
      {"red_cell_in_capillary",
       "velocity, resistance and shape of a file of red cells in a capillary of 8 um",
       "Pries et al. 1990, Circ. Res. 67, 826-834, and 1992, Am. J. Physiol. 263, H1770-H1778; Tomaiuolo et "
       "al. 2009, Soft Matter 5, 3736",
       "distance of cells, um", 150, 35, validate_red_cell_in_capillary},
      {"narrow_capillaries",
       "velocity and length of single red cells in capillaries of 4.7 and 6.6 um, from two starts",
       "Tomaiuolo, Simeone, Martinelli, Rotoli and Guido 2009, Soft Matter 5, 3736-3740", "", 300, 560,
       validate_narrow_capillaries},
      {"tweezers", "a red cell stretched by optical tweezers",
       "Mills et al. 2004, Mech. Chem. Biosyst. 1; Suresh et al. 2005, Acta Biomater. 1, "
       "doi:10.1016/j.actbio.2004.09.001",
       "force, pN", 60, 5, validate_tweezers, true},
      {"blood_viscosity",
       "viscosity of blood in unbounded shear against haematocrit and shear rate, on three grids, from four "
       "places",
       "Pries, Neuhaus and Gaehtgens 1992, Am. J. Physiol. 263, H1770-H1778; Wells and Merrill 1962, J. "
       "Clin. Invest. "
       "41, 1591, doi:10.1172/JCI104617",
       "shear rate, 1/s", 0, 110, validate_blood_viscosity},
      {"blood_in_tube", "apparent viscosity and discharge of blood in a tube of 20 um, from eight places",
       "Pries, Secomb, Gaehtgens and Gross 1990, Circ. Res. 67, 826-834; Pries, Neuhaus and Gaehtgens 1992, "
       "Am. J. "
       "Physiol. 263, H1770-H1778",
       "", 0, 720, validate_blood_in_tube},
      {"blood_in_tubes",
       "apparent viscosity and discharge of blood against the diameter of the tube, from four places each",
       "Pries, Secomb, Gaehtgens and Gross 1990, Circ. Res. 67, 826-834; Pries, Neuhaus and Gaehtgens 1992, "
       "Am. J. Physiol. 263, H1770-H1778",
       "diameter of the tube, um", 0, 300, validate_blood_in_tubes},
      {"blood_in_channel", "the layer of plasma beside the walls of a channel of 30 um",
       "Vahidkhah, Diamond and Bagchi 2014, Biophys. J. 106, 2529-2540", "", 0, 90,
       validate_blood_in_channel},
      {"phase_separation",
       "how cells divide between the daughters of a bifurcation, by the flow, from two starts",
       "Pries and Secomb 2005, Am. J. Physiol. 289, H2657-H2664, doi:10.1152/ajpheart.00297.2005",
       "part of the flow in the daughter of 15 um", 0, 600, validate_phase_separation},
      {"platelets_in_blood", "how fast platelets wander among red cells in shear, from ten places",
       "Turitto, Benis and Leonard 1972, Ind. Eng. Chem. Fundam. 11, 216-223", "haematocrit", 0, 1900,
       validate_platelets_in_blood},
      {"whole_blood", "platelets among red cells over endothelium: the claims of Kassen et al.",
       "Kassen, Barrett, Shankar and Fogelson 2022, arXiv 2108.09396", "", 0, 60, validate_whole_blood},
      {"relaxing_sphere", "the paper's Tables 3 and 4: convergence of velocity and sites",
       "Kassen, Shankar and Fogelson, Tables 3 and 4", "", 0, 32, validate_relaxing_sphere},
  };
  return all;
}

Table comparison_table(const ValidationCase& what, const ValidationResult& result) {
  Table table{what.name,
              what.what,
              {"quantity", "ours", "error", "theirs", "band from", "band to", "band", "verdict"},
              {}};
  for (const Comparison& c : result.comparisons)
    table.add({c.quantity, c.ours, c.error, c.theirs, c.low, c.high, c.band, words_of(c.verdict())});
  return table;
}

} // namespace ibsim

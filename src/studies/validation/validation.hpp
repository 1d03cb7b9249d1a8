// `ibsim validate`: published experiments and theories, run from a scenario and judged.
//
// A case runs what a paper did (data/validation has its scenario, which `ibsim` runs too, and the paper's
// data with its source), and compares: each comparison has our number, theirs, and a band that comes from the
// source. A band is never widened to fit; what falls outside stays outside. Charts have whole curves.
//
// A number with an error is an interval. It is inside if all of the interval is in the band, outside if
// none of it is, and else the run was too short to say: so no error, however large, makes agreement.
#pragma once

#include "results/chart.hpp"
#include "results/table.hpp"
#include "simulation/run.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>

namespace ibsim {

struct Comparison {
  std::string quantity; ///< with its unit: "D at gamma t = 4, Ca = 0.1"
  double ours = 0, theirs = 0;
  double low = 0, high = 0; ///< the band, both ends included
  std::string band;         ///< in words, where it comes from: "2 %", "the donors' scatter"
  /// By how much ours may be off as far as its runs tell, of statistics and of where they start; 0 where
  /// nothing is at random. One that is not known is NaN.
  double error = 0;

  enum class Verdict { inside, too_short_to_say, outside };
  /// A NaN of ours is in no band.
  Verdict verdict() const;
  bool holds() const { return verdict() == Verdict::inside; }
};
/// "inside", "too short to say", "OUTSIDE".
std::string words_of(Comparison::Verdict);
/// A number that is to lie within `distance` of theirs.
Comparison near(std::string quantity, double ours, double theirs, double distance, std::string band);
/// A number that is to lie within `part` of theirs, as in 0.02; the band is called "2 %".
Comparison near_in_parts(std::string quantity, double ours, double theirs, double part);
/// A number that is to lie in what sources span, of which theirs is the middle. @param error of ours
Comparison within(std::string quantity, double ours, double error, double low, double high, std::string band);

/// Draws its band at the place x of a chart, beside those of the same name. @param of what it is of, where a
/// chart has several
void draw_band(Chart&, double x, const Comparison&, const std::string& of = "");

struct ValidationResult {
  std::vector<Comparison> comparisons;
  std::vector<Chart> charts;
  std::vector<std::string> notes; ///< sentences for the reader
};

/// Factors on what a case's runs have. Whatever a case says of itself stays as it is.
struct Refinement {
  real cell = 1;       ///< h; sample sites become as many as it needs
  real data_sites = 1; ///< n_d
  real step = 1;       ///< k
};

struct ValidationSettings {
  bool cuda = false;
  bool quick = false;                 ///< coarser, for two cores
  std::vector<double> at;             ///< of the parameter that a case varies; empty: as published
  std::string precision = "double";   ///< device.precision of cases that run scenarios
  Refinement refined;                 ///< of cases that refine
  std::vector<std::string> only;      ///< quantities that are wanted; empty: all
  std::filesystem::path cache_folder; ///< of membrane operators; empty: none
  std::filesystem::path kept_folder;  ///< of finished runs of suspensions (shared_runs.hpp); empty: none
  RunControl control;
  std::function<void(const std::string&)> say; ///< progress, a line at a time; may be empty
  void report(const std::string& line) const {
    if (say) say(line);
  }
  /// Whether a quantity with these words in it is wanted: a case leaves out runs of which none is.
  bool wants(const std::string& words) const {
    return only.empty() || std::any_of(only.begin(), only.end(), [&](const std::string& quantity) {
             return quantity.find(words) != std::string::npos;
           });
  }
  /// `at`, or the published values.
  std::vector<double> values(std::vector<double> published) const { return at.empty() ? published : at; }
};

struct ValidationCase {
  std::string name;      ///< "capsule_neo_hookean"
  std::string what;      ///< one line
  std::string source;    ///< author, year, journal, DOI where there is one
  std::string parameter; ///< what --at gives, as in "capillary number"; empty: nothing
  double quick_seconds;  ///< on two cores, as measured; 0: it has no quick form
  double full_seconds;   ///< on an H200, as measured or estimated
  std::function<ValidationResult(const ValidationSettings&)> run;
  bool refines = false; ///< it obeys ValidationSettings::refined and ::only (validation/convergence.hpp)

  /// True if it can run in this ValidationSettings::precision. Cases without scenarios are in double alone,
  /// and those of time.scheme: imex-rk have no single precision.
  bool has_precision(const std::string& precision) const;
};

/// All cases, a line each in validation.cpp.
const std::vector<ValidationCase>& validation_cases();

/// One row a comparison: quantity, ours, its error, theirs, band from, to, why, verdict.
Table comparison_table(const ValidationCase&, const ValidationResult&);

// the cases, by file
ValidationResult validate_uniaxial_patch(const ValidationSettings&);
ValidationResult validate_laplace(const ValidationSettings&);
ValidationResult validate_relaxing_sphere(const ValidationSettings&);
ValidationResult validate_hasimoto(const ValidationSettings&);
ValidationResult validate_slit_drag(const ValidationSettings&);
ValidationResult validate_capsule_neo_hookean(const ValidationSettings&);
ValidationResult validate_capsule_weak_flow(const ValidationSettings&);
ValidationResult validate_tweezers(const ValidationSettings&);
ValidationResult validate_capsule_unbounded(const ValidationSettings&);
ValidationResult validate_capsule_relaxation(const ValidationSettings&);
ValidationResult validate_capsule_pair(const ValidationSettings&);
ValidationResult validate_segre_silberberg(const ValidationSettings&);
ValidationResult validate_red_cell_in_capillary(const ValidationSettings&);
ValidationResult validate_narrow_capillaries(const ValidationSettings&);
ValidationResult validate_shape_recovery(const ValidationSettings&);
ValidationResult validate_tank_treading(const ValidationSettings&);
ValidationResult validate_tumbling_threshold(const ValidationSettings&);
ValidationResult validate_blood_viscosity(const ValidationSettings&);
ValidationResult validate_blood_in_tube(const ValidationSettings&);
ValidationResult validate_blood_in_tubes(const ValidationSettings&);
ValidationResult validate_blood_in_channel(const ValidationSettings&);
ValidationResult validate_phase_separation(const ValidationSettings&);
ValidationResult validate_platelets_in_blood(const ValidationSettings&);
ValidationResult validate_whole_blood(const ValidationSettings&);

} // namespace ibsim

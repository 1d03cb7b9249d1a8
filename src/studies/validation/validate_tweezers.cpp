// A red cell stretched by optical tweezers: its diameters along the force and across it against the force,
// Mills et al. (2004, Mech. Chem. Biosyst. 1, 169-180) and Suresh et al. (2005, Acta Biomater. 1, 15-30,
// doi:10.1016/j.actbio.2004.09.001). Across is along the cell's other large diameter, as one sees it from
// above.
//
// A cell that has turned about the line of the forces shows less than that: Fedosov, Caswell and Karniadakis
// (2010, Biophys. J. 98, 2215-2225), whose transverse diameters are too wide as well, say so of these
// measurements, which were made from one side. So the notes have the thickness too.
//
// The bands are the error bars of Mills et al., Figure 8; Suresh et al. are shown beside them.
#include "base/text.hpp"
#include "model/scenario.hpp"
#include "validation/follow_objects.hpp"

#include <algorithm>

namespace ibsim {
namespace {

struct MeasuredStretch {
  explicit MeasuredStretch(const std::string& file) : table(paper_table(file)), force(column("force (pN)")) {}
  std::vector<double> column(const std::string& title) const {
    std::vector<double> values;
    for (std::size_t row = 0; row < table.rows.size(); ++row) values.push_back(table.number(row, title));
    return values;
  }
  double at(double pN, const std::string& title) const { return interpolated(force, column(title), pN); }

  Table table;
  std::vector<double> force; ///< pN
};

} // namespace

ValidationResult validate_tweezers(const ValidationSettings& s) {
  const MeasuredStretch mills("tweezers_mills_2004"), suresh("tweezers_suresh_2005");
  ValidationResult result;
  Chart chart{"tweezers", "A red cell in optical tweezers", "force, pN", "diameter, um", {}};
  Curve along{"ibsim, along", {}, {}}, across{"ibsim, across", {}, {}}, thickness{"ibsim, thickness", {}, {}};
  const std::vector<double> published =
      s.quick ? std::vector<double>{33, 67, 131}
              : std::vector<double>{17, 33, 50, 67, 90, 110, 131, 150, 170, 190};
  for (const double force : s.values(published)) {
    if (!s.wants(text("at %g pN, um", force))) continue;
    const Scenario scenario =
        validation_scenario("tweezers", {"objects.0.tweezers.force=" + text("%.9g pN", force)}, s);
    s.report(text("%g pN", force));
    const Real3 size = follow_objects(scenario, s)[0].back().extent;
    along.x.push_back(force), along.y.push_back(size.x);
    across.x.push_back(force), across.y.push_back(std::max(size.y, size.z));
    thickness.x.push_back(force), thickness.y.push_back(std::min(size.y, size.z));
    const auto compare = [&](const std::string& what, double ours) {
      result.comparisons.push_back({text("%s diameter at %g pN, um", what.c_str(), force), ours,
                                    mills.at(force, what + " diameter (um)"),
                                    mills.at(force, what + " from (um)"), mills.at(force, what + " to (um)"),
                                    "the error bars of Mills et al. 2004, Figure 8"});
      draw_band(chart, force, result.comparisons.back(), what);
    };
    compare("axial", size.x);
    compare("transverse", std::max(size.y, size.z));
  }
  chart.curves = {along,
                  across,
                  thickness,
                  {"Mills 2004, axial", mills.force, mills.column("axial diameter (um)"), true},
                  {"Mills 2004, transverse", mills.force, mills.column("transverse diameter (um)"), true},
                  {"Suresh 2005, axial", suresh.force, suresh.column("axial diameter (um)"), true},
                  {"Suresh 2005, transverse", suresh.force, suresh.column("transverse diameter (um)"), true}};
  result.charts = {chart};
  result.notes = {"The transverse diameter is the wide one, of a cell that lies flat before the microscope; "
                  "one that has turned "
                  "about the line of the forces shows less, down to its thickness (2.6 to 3 um)."};
  return result;
}

} // namespace ibsim

// A red cell stretched by optical tweezers: its diameters along the force and across it against the force,
// Mills et al. (2004, Mech. Chem. Biosyst. 1, 169-180) and Suresh et al. (2005, Acta Biomater. 1, 15-30,
// doi:10.1016/j.actbio.2004.09.001). Across is along the cell's other large diameter, as one sees it from
// above.
//
// A cell that has turned about the line of the forces shows less than that: Fedosov, Caswell and Karniadakis
// (2010, Biophys. J. 98, 2215-2225), whose transverse diameters are too wide as well, say so of these
// measurements, which were made from one side. So the notes have the thickness too.
#include "base/text.hpp"
#include "simulation/scenario.hpp"
#include "validation/follow_objects.hpp"

#include <algorithm>

namespace ibsim {
namespace {

struct Measured {
  std::vector<double> force, across, along; ///< pN, um, um
};

Measured measured_diameters(const std::string& file) {
  const Table table = paper_table(file);
  Measured m;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    m.force.push_back(table.number(row, "force (pN)"));
    m.across.push_back(table.number(row, "transverse diameter (um)"));
    m.along.push_back(table.number(row, "axial diameter (um)"));
  }
  return m;
}

} // namespace

ValidationResult validate_tweezers(const ValidationSettings& s) {
  const Measured mills = measured_diameters("tweezers_mills_2004"),
                 suresh = measured_diameters("tweezers_suresh_2005");
  ValidationResult result;
  Curve along{"ibsim, along", {}, {}}, across{"ibsim, across", {}, {}}, thickness{"ibsim, thickness", {}, {}};
  const std::vector<double> published =
      s.quick ? std::vector<double>{33, 67, 131}
              : std::vector<double>{17, 33, 50, 67, 90, 110, 131, 150, 170, 190};
  for (const double force : s.values(published)) {
    if (!s.wants(text("at %g pN, um", force))) continue;
    const Scenario scenario =
        validation_scenario("tweezers", {"objects.0.tweezers.force=" + text("%.9g pN", force)}, s.refined);
    s.report(text("%g pN", force));
    const Real3 size = follow_objects(scenario, s)[0].back().extent;
    along.x.push_back(force), along.y.push_back(size.x);
    across.x.push_back(force), across.y.push_back(std::max(size.y, size.z));
    thickness.x.push_back(force), thickness.y.push_back(std::min(size.y, size.z));
    const auto compare = [&](const std::string& what, double ours, const std::vector<double>& a,
                             const std::vector<double>& b) {
      const double first = interpolated(mills.force, a, force), second = interpolated(suresh.force, b, force);
      const double mean = (first + second) / 2;
      result.comparisons.push_back(near(text("%s diameter at %g pN, um", what.c_str(), force), ours, mean,
                                        0.1 * mean, "10 % about the mean of Mills and Suresh"));
    };
    compare("axial", size.x, mills.along, suresh.along);
    compare("transverse", std::max(size.y, size.z), mills.across, suresh.across);
  }
  result.charts = {{"tweezers",
                    "A red cell in optical tweezers",
                    "force, pN",
                    "diameter, um",
                    {along,
                     across,
                     thickness,
                     {"Mills 2004, axial", mills.force, mills.along, true},
                     {"Mills 2004, transverse", mills.force, mills.across, true},
                     {"Suresh 2005, axial", suresh.force, suresh.along, true},
                     {"Suresh 2005, transverse", suresh.force, suresh.across, true}}}};
  result.notes = {"The transverse diameter is the wide one, of a cell that lies flat before the microscope; "
                  "one that has turned "
                  "about the line of the forces shows less, down to its thickness (2.6 to 3 um)."};
  return result;
}

} // namespace ibsim

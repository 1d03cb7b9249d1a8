// The points of a sweep: all combinations of the values of some keys of a scenario.
//
//   --set objects.0.membrane.shear_modulus="2.5,5,10 uN/m"   a list; the last unit is that of all before it
//   --set fluid.background_shear="50:1000:8log 1/s"          8 values from 50 to 1000 with equal ratios
//   --set fluid.background_shear="0:100:5 1/s"               5 values with equal distances
//   --set time.end="2 ms"                                    one value: the same for all points
//   --together A="1,2,3" --together B="6,5,4"                three values, not nine: A and B vary together
#pragma once

#include <string>
#include <vector>

namespace ibsim {

struct SweptKey {
  std::string key;                 ///< "objects.0.membrane.shear_modulus"
  std::string unit;                ///< of all values, "uN/m"; empty if they are words or numbers without one
  std::vector<std::string> values; ///< as a scenario takes them, "2.5 uN/m"
};

struct SweepPoint {
  std::string name;                ///< of its folder: "shear_modulus=2.5_uN_m,background_shear=50_1_s"
  std::vector<std::string> values; ///< one for each swept key
  std::vector<std::string> assignments = {}; ///< of this point beside those
};

struct SweepPlan {
  std::vector<SweptKey> keys;
  std::vector<std::string> fixed; ///< assignments of one value
  std::vector<SweepPoint> points; ///< the last key runs fastest
};

/// The values that one assignment of an option, "KEY=VALUES", stands for.
/// @throws InputError that names the option
SweptKey swept_key(const std::string& assignment, const std::string& option = "--set");

/// @param together assignments of keys that vary together, each with as many values
/// @throws InputError: also if nothing is swept, a key is named twice, or there are more than 100000 points
SweepPlan plan_sweep(const std::vector<std::string>& assignments,
                     const std::vector<std::string>& together = {});

/// The assignments of a point, fixed ones first.
std::vector<std::string> assignments_of(const SweepPlan&, const SweepPoint&);

} // namespace ibsim

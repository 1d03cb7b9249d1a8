// The claims of the paper that an experiment checks: data/paper/claims.csv has each of them with its
// criterion, the paper's number, the verdict that is expected of ibsim, the device for which that is said,
// and the reason. An experiment adds what it found.
#pragma once

#include "base/error.hpp"

#include <string>
#include <vector>

namespace ibsim {

struct ExperimentSettings;

/// A statement of the paper, what is expected of it here, and what was found.
struct Claim {
  enum class Verdict { holds, does_not_hold, not_measured };
  enum class Expected { holds, does_not_hold, either };
  std::string name;      ///< of the claim within its experiment: "l2.h=0.5"
  std::string statement; ///< with the criterion by which it is judged
  std::string paper;     ///< the paper's number
  Expected expected = Expected::either;
  std::string reason; ///< of what is expected
  Verdict verdict = Verdict::not_measured;
  std::string found; ///< empty if not measured

  /// It should hold and does not.
  bool broken() const { return expected == Expected::holds && verdict == Verdict::does_not_hold; }
  /// It was not expected to hold, and does.
  bool better() const { return expected == Expected::does_not_hold && verdict == Verdict::holds; }
};
/// "holds", "does not hold, as expected", "DOES NOT HOLD, BUT SHOULD", ...
std::string verdict_text(const Claim&);

/// Exit code 5: claims that should hold do not.
struct ClaimError : Error {
  explicit ClaimError(const std::string& message) : Error(5, message) {}
};

/// What an experiment found about a claim.
struct Evidence {
  std::string claim;
  bool holds;
  std::string found; ///< the number, in words
};

/// All claims of an experiment in the order of data/paper/claims.csv. A claim without a finding was not
/// measured. With settings or a machine other than the expectation's, either verdict is expected.
/// @param at_its_sizes false if the measurement is smaller than the paper's
/// @throws std::logic_error for a finding about a claim that the table does not have
std::vector<Claim> judge(const std::string& experiment, const ExperimentSettings&,
                         const std::vector<Evidence>&, bool at_its_sizes = true);

/// How many claims hold, do not, should and do not, and were not measured.
struct Verdicts {
  int hold = 0, do_not = 0, broken = 0, not_measured = 0;
  void count(const Claim&);
};
/// "claims: 40 hold, 12 do not (all as expected), 3 not measured"
std::string to_string(const Verdicts&);

} // namespace ibsim

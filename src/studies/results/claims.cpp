#include "results/claims.hpp"

#include "paper/experiment.hpp"

#include <algorithm>
#include <stdexcept>

namespace ibsim {
namespace {

Claim::Expected expected_from(const std::string& word) {
  if (word == "holds") return Claim::Expected::holds;
  if (word == "does not hold") return Claim::Expected::does_not_hold;
  if (word == "either") return Claim::Expected::either;
  throw std::logic_error("claims.csv: \"" + word + "\" is no expectation");
}

/// Is what the table expects said of this machine and these settings?
bool applies(const std::string& where, const ExperimentSettings& s) {
  return s.as_the_paper() && (where == "any" || s.machine.find(where) != std::string::npos);
}

} // namespace

std::string verdict_text(const Claim& claim) {
  if (claim.verdict == Claim::Verdict::not_measured) return "not measured";
  if (claim.broken()) return "DOES NOT HOLD, BUT SHOULD";
  if (claim.verdict == Claim::Verdict::holds) return claim.better() ? "holds, unexpectedly" : "holds";
  return claim.expected == Claim::Expected::does_not_hold ? "does not hold, as expected" : "does not hold";
}

std::vector<Claim> judge(const std::string& experiment, const ExperimentSettings& s,
                         const std::vector<Evidence>& findings, bool at_its_sizes) {
  const Table table = paper_table("claims");
  std::vector<Claim> claims;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    if (table.word(row, "experiment") != experiment) continue;
    Claim claim;
    claim.name = table.word(row, "claim");
    claim.statement = table.word(row, "statement");
    claim.paper = table.word(row, "paper");
    if (at_its_sizes && applies(table.word(row, "where"), s)) {
      claim.expected = expected_from(table.word(row, "expected"));
      claim.reason = table.word(row, "reason");
    }
    claims.push_back(claim);
  }
  for (const Evidence& finding : findings) {
    const auto claim =
        std::find_if(claims.begin(), claims.end(), [&](const Claim& c) { return c.name == finding.claim; });
    if (claim == claims.end())
      throw std::logic_error("claims.csv has no claim \"" + finding.claim + "\" of " + experiment);
    claim->verdict = finding.holds ? Claim::Verdict::holds : Claim::Verdict::does_not_hold;
    claim->found = finding.found;
  }
  return claims;
}

void Verdicts::count(const Claim& claim) {
  ++(claim.verdict == Claim::Verdict::holds          ? hold
     : claim.verdict == Claim::Verdict::not_measured ? not_measured
                                                     : do_not);
  broken += claim.broken();
}

std::string to_string(const Verdicts& v) {
  std::string text = "claims: " + std::to_string(v.hold) + " hold, " + std::to_string(v.do_not) + " do not";
  if (v.broken > 0)
    text += " (" + std::to_string(v.broken) + " of them should)";
  else if (v.do_not > 0)
    text += " (none of them should)";
  return text + ", " + std::to_string(v.not_measured) + " not measured";
}

} // namespace ibsim

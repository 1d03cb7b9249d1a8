#include "validation/convergence.hpp"

#include "base/error.hpp"

#include <cmath>
#include <stdexcept>

namespace ibsim {

Convergence convergence(const ValidationCase& what, const ValidationResult& result,
                        ValidationSettings settings) {
  if (!what.refines) throw std::invalid_argument(what.name + " does not refine");
  struct Finer {
    std::string name;
    Refinement by;
  };
  const std::vector<Finer> finer{{"2/3 h", {2.0 / 3, 1, 1}}, {"3/2 n_d", {1, 1.5, 1}}, {"k/2", {1, 1, 0.5}}};
  Convergence found{{what.name + "_convergence",
                     "Numbers outside their bands, with one thing refined at a time",
                     {"quantity", "theirs", "band from", "band to", "ours", "2/3 h", "3/2 n_d", "k/2"},
                     {}},
                    {}};
  std::vector<Comparison> outside;
  for (const Comparison& c : result.comparisons)
    if (c.verdict() == Comparison::Verdict::outside) outside.push_back(c);
  if (outside.empty()) return found;
  for (const Comparison& c : outside) settings.only.push_back(c.quantity);

  std::vector<std::vector<double>> columns;
  for (const Finer& one : finer) {
    settings.refined = one.by;
    ValidationResult again;
    const auto say = settings.say;
    ValidationSettings named = settings;
    named.say = [&](const std::string& words) {
      if (say) say("with " + one.name + ": " + words);
    };
    try {
      again = what.run(named);
    } catch (const NumericalError& e) {
      found.notes.push_back("with " + one.name + ": " + e.what());
    }
    columns.emplace_back();
    for (const Comparison& c : outside) {
      double value = std::nan("");
      for (const Comparison& other : again.comparisons)
        if (other.quantity == c.quantity) value = other.ours;
      columns.back().push_back(value);
    }
  }
  for (std::size_t i = 0; i < outside.size(); ++i) {
    const Comparison& c = outside[i];
    found.table.add(
        {c.quantity, c.theirs, c.low, c.high, c.ours, columns[0][i], columns[1][i], columns[2][i]});
  }
  return found;
}

} // namespace ibsim

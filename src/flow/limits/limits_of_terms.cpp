#include "limits/limits_of_terms.hpp"

#include "limits/relaxes_tension.hpp"
#include "limits/stability.hpp"
#include "limits/stiffness_at_rest.hpp"
#include "model/flow_model.hpp"
#include "objects/pair_forces.hpp"

#include <cmath>
#include <limits>

namespace ibsim {

std::vector<LimitOfTerm> limits_of_terms(const ObjectKind& kind, const FlowModel& model) {
  const Stiffness all = stiffness_at_rest(kind);
  const bool relaxed = relaxes_tension(kind, model);
  const auto limit = [&](Stiffness of, std::optional<real> gap = {}) {
    of.tension_is_relaxed = relaxed;
    if (!model.is_bdf2()) return elastic_step_limit(of, kind, model, gap);
    return elastic_step_limit(without_film(of), kind, model, gap, of.film);
  };
  std::vector<LimitOfTerm> found;
  const auto add = [&](const std::string& term, const std::string& key, real k) {
    if (std::isfinite(k)) found.push_back({term, key, k});
  };
  const auto modulus_of = [](real modulus, real shear) {
    Stiffness s;
    s.modulus = modulus, s.shear = shear;
    return s;
  };
  Stiffness springs = modulus_of(all.relaxing, all.relaxing);
  springs.relaxing = all.relaxing, springs.relaxation_time = all.relaxation_time;
  add("the law", "law", limit(modulus_of(all.modulus - all.relaxing, all.shear - all.relaxing)));
  add("springs of its viscosity", "springs", limit(springs));
  add("bending", "bending", limit({.bending = all.bending}));
  add("springs that hold it", "anchors", limit({.anchor = all.anchor}));
  for (const PairForceSpec& force : pair_forces_of(model))
    if (acts_on(force, kind, model)) add(force.name, force.name, limit(force.at_rest));
  const Stiffness with_others = sum_of(all, pair_stiffness_at_rest(kind, model));
  const real now = limit(with_others),
             alone = model.is_bdf2() ? limit(with_others, std::numeric_limits<real>::infinity()) : now;
  if (alone > now) add("all terms without other objects near", "without_others_near", alone);
  return found.size() > 1 ? found : std::vector<LimitOfTerm>();
}

} // namespace ibsim

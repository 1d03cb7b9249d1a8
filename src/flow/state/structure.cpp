#include "state/structure.hpp"

#include "parallel/with_cuda.hpp"
#include "state/move_sites.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace ibsim {
namespace {

/// A visitor of several functions.
template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>; // which clang 14 does not find by itself

} // namespace

template <class B>
Structure<B>::Structure(const Stream<B>& stream, const SurfaceKind& kind, int objects, Terms terms,
                        bool remove_net_force)
    : surface_(stream, kind, objects), remove_net_force_(remove_net_force), in_floats_(kind.in_floats()),
      objects_in_all_(kind.objects_in_all), net_forces_(stream, objects, surface_.samples_per_object()) {
  if (!kind.resolved.empty() && objects > 0)
    resolved_.emplace(stream, kind.resolved, objects, kind.columns, kind.has_weak_form(), kind.storage);

  std::vector<typename DataSiteForces<B>::Member> at_data;
  const auto add_at_samples = [&](SampleTerm<B>* term, std::size_t number) {
    (term->is_internal() ? before_pass_ : after_pass_).push_back({term, number});
  };
  const auto place = Overloaded{
      [&](std::unique_ptr<DataTerm<B>>& term, std::size_t number) {
        at_data.push_back({term.get(), number});
      },
      [&](std::unique_ptr<StressTerm<B>>& term, std::size_t number) {
        if (!kind.has_weak_form())
          throw std::invalid_argument("Structure: '" + term->name() + "' needs a surface with a weak form");
        stress_terms_.insert(term->bends() ? stress_terms_.begin() : stress_terms_.end(),
                             {term.get(), number});
      },
      [&](std::unique_ptr<SampleTerm<B>>& term, std::size_t number) { add_at_samples(term.get(), number); },
      [&](std::unique_ptr<PassingTerm<B>>& term, std::size_t number) {
        if (term->is_internal() && !passing_)
          passing_ = {term.get(), number};
        else
          add_at_samples(term.get(), number);
      }};
  std::size_t arrays = 0;
  for (AnyTerm<B>& any : terms)
    std::visit(
        [&](auto& term) {
          const std::size_t remembered = term->fields(objects).size();
          place(term, terms_.size());
          terms_.push_back({std::move(term), arrays, remembered});
          all_terms_.push_back(terms_.back().force.get());
          arrays += remembered;
        },
        any);
  if (resolved_ && kind.has_weak_form())
    weak_form_.emplace(stream, kind, objects, !stress_terms_.empty() && stress_terms_.front().term->bends());
  if (!at_data.empty()) data_.emplace(stream, kind, objects, std::move(at_data));
}

template <class B>
DerivativeBlock Structure<B>::at_data() const {
  return data_ ? data_->at_data() : DerivativeBlock{};
}

template <class B>
std::vector<std::string> Structure<B>::term_names() const {
  std::vector<std::string> names;
  for (const Term& term : terms_) names.push_back(term.force->name());
  return names;
}

template <class B>
void Structure<B>::take_law(const AnyLaw& law) {
  for (const Term& term : terms_) term.force->take_law(law);
}

namespace {

/// The values of all objects, on the device: all x, all y, all z, object by object.
template <class B>
Array<real, B> values_at_start(const Stream<B>& stream, const StateField& field, Index objects) {
  const auto size = static_cast<std::size_t>(field.dealt.per_object);
  const std::size_t of_all = size * static_cast<std::size_t>(objects), given = field.at_start.size();
  if (field.dealt.by == DealtOut::By::nothing || given == 3 * of_all)
    return Array<real, B>(stream, field.at_start);
  if (given != 3 * size) throw std::invalid_argument("Structure: '" + field.name + "' has another size");
  const Array<real, B> one(stream, field.at_start);
  Array<real, B> all(3 * of_all);
  for (std::size_t d = 0; d < 3; ++d) {
    real* const to = all.data() + d * of_all;
    const auto copy = [&](std::size_t at, const real* from, std::size_t n) {
      copy_within_device(stream, to + at, from, n * sizeof(real));
    };
    if (of_all > 0) copy(0, one.data() + d * size, size);
    for (std::size_t there = size; there < of_all; there *= 2)
      copy(there, to, std::min(there, of_all - there));
  }
  stream.synchronize(); // `one` goes
  return all;
}

} // namespace

template <class B>
std::vector<StateArray<B>> Structure<B>::state_at_start(const Stream<B>& stream, const std::string& prefix,
                                                        std::size_t kind) const {
  std::vector<StateArray<B>> arrays;
  for (const Term& term : terms_)
    for (const StateField& field : term.force->fields(surface_.objects()))
      arrays.push_back({prefix + "." + term.force->name() + "." + field.name,
                        values_at_start<B>(stream, field, surface_.objects()),
                        {field.dealt.by, field.dealt.per_object, kind}});
  return arrays;
}

template <class B>
DerivativeBlock Structure<B>::derivatives(const Stream<B>& stream, const StructureState<B>& state) {
  if (data_) data_->differentiate(stream, state.sites);
  return surface_.derivatives(stream, state.sites);
}

template <class B>
Motion<B> Structure<B>::motion(const StructureState<B>& state, DerivativeBlock present) {
  return {.surface = surface_,
          .X = state.sites,
          .U = {},
          .block = present,
          .at_data = at_data(),
          .time_step = 0,
          .state = {}};
}

template <class B>
Motion<B> Structure<B>::of_term(std::size_t number, Motion<B> now, const StructureState<B>& state) const {
  const Term& term = terms_[number];
  if (term.first_array + term.arrays > state.remembered.size())
    throw std::invalid_argument("Structure: the state lacks what '" + term.force->name() + "' remembers");
  now.state = state.remembered.subspan(term.first_array, term.arrays);
  return now;
}

template <class B>
template <class F>
void Structure<B>::for_each_term(const Motion<B>& now, const StructureState<B>& state, F f) {
  for (std::size_t t = 0; t < terms_.size(); ++t) f(*terms_[t].force, of_term(t, now, state));
}

template <class B>
DerivativeBlock Structure<B>::forces(const Stream<B>& stream, const StructureState<B>& state,
                                     VectorsView<const real> U, real time_step,
                                     VectorsView<real> sample_positions, VectorsView<real> sample_forces,
                                     FailureNotes notes) {
  Motion<B> all{.surface = surface_,
                .X = state.sites,
                .U = U,
                .block = {},
                .at_data = at_data(),
                .time_step = time_step,
                .state = {}};
  const auto motion_of = [&](std::size_t number) { return of_term(number, all, state); };
  const auto differentiate = [&](const Stream<B>& on) { all.block = surface_.derivatives(on, state.sites); };
  ColumnBlock density;
  if (data_)
    density = data_->densities(stream, state.sites, motion_of, differentiate);
  else
    differentiate(stream);
  if (time_step > 0)
    for_each_term(all, state, [&](ForceTerm<B>& force, const Motion<B>& now) { force.advance(stream, now); });

  if (!before_pass_.empty())
    for (int d = 0; d < 3; ++d) fill_zero(stream, sample_forces[d], sizeof(real) * sample_forces.n);
  for (const auto& [term, number] : before_pass_) term->add(stream, motion_of(number), sample_forces);
  SitePass<B> pass{.positions = sample_positions,
                   .forces = sample_forces,
                   .add = !before_pass_.empty(),
                   .notes = notes,
                   .sums = &net_forces_,
                   .density = density,
                   .stresses = weak_form_ ? weak_form_->stresses() : SiteStresses{},
                   .bending = {},
                   .springs = {}};
  for (const auto& [term, number] : stress_terms_) {
    const Motion<B> now = motion_of(number);
    if (term->joins(now, pass)) continue;
    term->add(stream, now, pass.stresses, !std::exchange(pass.add_stresses, true));
    pass.add_bending = pass.add_bending || term->bends();
  }
  if (passing_)
    passing_->term->pass(stream, motion_of(passing_->number), pass);
  else
    plain_pass(stream, all, pass);
  for (const auto& [term, number] : stress_terms_) term->passed(stream, motion_of(number));
  if (remove_net_force_ && !weak_form_) remove_sum(stream, surface_, net_forces_.totals(), sample_forces);
  for (const auto& [term, number] : after_pass_) term->add(stream, motion_of(number), sample_forces);
  return all.block;
}

template <class B>
void Structure<B>::resolve_motion(const Stream<B>& stream, VectorsView<real> at_data) {
  if (resolved_) resolved_->at_data().values(stream, at_data);
}

template <class B>
void Structure<B>::resolve_positions(const Stream<B>& stream, VectorsView<real> from,
                                     VectorsView<real> at_data, bool whole) {
  if (!resolved_) return;
  if (whole) take_first_sites<B>(stream, surface_.data_per_object(), at_data, from);
  resolved_->at_data().changes(stream, from, at_data);
}

template <class B>
void Structure<B>::resolve_forces(const Stream<B>& stream, VectorsView<real> sample_forces, bool of_others) {
  if (!resolved_) return;
  SiteProjection<B>& projection = resolved_->at_samples();
  if (!weak_form_) return projection.forces(stream, sample_forces);
  const bool any = of_others || data_ || !before_pass_.empty() || !after_pass_.empty();
  projection.forces_of(stream,
                       weak_form_->forces_on_amounts(stream, any ? sample_forces : VectorsView<real>{}),
                       weak_form_->room(), sample_forces);
}

template <class B>
std::vector<real> Structure<B>::unresolved_part_of_forces(const Stream<B>& stream,
                                                          VectorsView<real> sample_forces) {
  if (!resolved_) return std::vector<real>(surface_.objects(), 0);
  SiteProjection<B>& projection = resolved_->at_samples();
  const auto squares = [&] { return projection.squares_of_forces(stream, sample_forces, objects_in_all_); };
  const std::vector<real> point_forces = squares();
  std::vector<real> kept, part;
  if (weak_form_) {
    auto found = weak_form_->measured_forces_on_amounts(stream, sample_forces, objects_in_all_);
    kept = std::move(found.squares_of_points), part = std::move(found.squares_of_all);
    projection.forces_of(stream, found.on_amounts, weak_form_->room(), sample_forces);
  } else {
    projection.forces(stream, sample_forces);
    kept = part = squares();
  }
  constexpr real round_off = 1e-16; // a force of 1e-6 Pa over 100 um^2; a membrane at rest has 1e-10 Pa
  for (std::size_t o = 0; o < part.size(); ++o) { // orthogonal parts; of forces that are round-off: none
    const real taken = std::max(real{0}, point_forces[o] - kept[o]), all = taken + part[o];
    part[o] = all > round_off ? std::sqrt(taken / all) : 0;
  }
  return part;
}

template <class B>
void Structure<B>::principal_tensions(const Stream<B>& stream, const StructureState<B>& state,
                                      DerivativeBlock present, real* t1, real* t2) {
  const Motion<B> all = motion(state, present);
  Array<real, B> tension(stream, 3 * static_cast<std::size_t>(surface_.sample_sites()));
  const VectorsView<real> T = vectors_view(tension.data(), surface_.sample_sites());
  for_each_term(all, state,
                [&](ForceTerm<B>& force, const Motion<B>& now) { force.add_tension(stream, now, T); });
  ibsim::principal_tensions<B>(stream, all.block, T, t1, t2);
  stream.synchronize(); // before the array goes
}

template <class B>
std::vector<Stiffness> Structure<B>::stiffness_of_terms(const Stream<B>& stream,
                                                        const StructureState<B>& state,
                                                        DerivativeBlock present) {
  std::vector<Stiffness> terms;
  for_each_term(motion(state, present), state, [&](ForceTerm<B>& force, const Motion<B>& now) {
    terms.push_back(force.stiffness(stream, now));
  });
  return terms;
}

Stiffness of_all(const std::vector<Stiffness>& terms) {
  Stiffness all;
  for (const Stiffness& of_term : terms) all = sum_of(all, of_term);
  return all;
}

template <class B>
std::vector<StructureIntegrals>
Structure<B>::integrals(const Stream<B>& stream, const StructureState<B>& state, DerivativeBlock present) {
  const Motion<B> all = motion(state, present);
  std::vector<StructureIntegrals> integrals;
  for (const SurfaceIntegrals& of_surface :
       surface_integrals(stream, all.block, surface_.reference(), surface_.weights(), surface_.topology()))
    integrals.push_back({of_surface, 0, {}});
  for_each_term(all, state, [&](ForceTerm<B>& force, const Motion<B>& now) {
    const std::vector<real> energies = force.energy(stream, now);
    for (std::size_t o = 0; o < integrals.size(); ++o) {
      integrals[o].energy += energies[o];
      integrals[o].of_terms.push_back(energies[o]);
    }
  });
  return integrals;
}

template <class B>
std::vector<real> Structure<B>::measures_of_terms(const Stream<B>& stream, const StructureState<B>& state,
                                                  DerivativeBlock present) {
  const auto objects = static_cast<std::size_t>(surface_.objects());
  std::vector<std::vector<real>> of_objects(objects);
  for_each_term(motion(state, present), state, [&](ForceTerm<B>& force, const Motion<B>& now) {
    const std::vector<real> numbers = force.measure(stream, now);
    const std::size_t each = objects > 0 ? numbers.size() / objects : 0;
    for (std::size_t o = 0; o < objects; ++o) {
      const auto from = numbers.begin() + static_cast<std::ptrdiff_t>(o * each);
      of_objects[o].insert(of_objects[o].end(), from, from + static_cast<std::ptrdiff_t>(each));
    }
  });
  std::vector<real> all;
  for (const std::vector<real>& of : of_objects) all.insert(all.end(), of.begin(), of.end());
  return all;
}

template class Structure<Cpu>;
#if defined(IBSIM_WITH_CUDA)
template class Structure<Cuda>;
#endif

} // namespace ibsim

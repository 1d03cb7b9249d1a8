#include "simulation/structure.hpp"

#include "parallel/add_to.hpp"
#include "parallel/with_cuda.hpp"
#include "surface/affine_part.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace ibsim {

template <class B>
Structure<B>::DataSites::DataSites(const Stream<B>& stream, const SurfaceKind& kind, Index columns,
                                   bool several_terms, const std::shared_ptr<DenseProduct<B>>& product)
    : beside_samples(stream), of_terms(stream), several(several_terms),
      derivatives(stream, kind.at_data, columns, product),
      to_samples(SiteOperators<B>::some(stream, kind.operators, SurfaceOperator::value, 1, columns, product)),
      affine(stream, kind.affine_at_data), block(derivatives.block_size(columns)),
      density(std::size_t{several ? 2u : 1u} * kind.at_data.n_data * columns),
      samples(to_samples.block_size(columns)) {}

template <class B>
void Structure<B>::DataSites::differentiate(const Stream<B>& stream, Index objects, const real* X) {
  derivatives.apply(stream, 3 * objects, X, block.data());
  if (!affine.empty())
    add_affine(stream, surface_operators * derivatives.sites(), objects, affine.data(), block.data());
}

template <class B>
Structure<B>::Structure(const Stream<B>& stream, const SurfaceKind& kind, int objects, Terms terms,
                        bool remove_net_force)
    : surface_(stream, kind, objects), remove_net_force_(remove_net_force),
      net_forces_(stream, objects, surface_.samples_per_object()) {
  if (!kind.resolved.empty() && objects > 0) resolved_.emplace(stream, kind.resolved, objects);
  std::size_t arrays = 0;
  for (std::unique_ptr<ForceTerm<B>>& force : terms) {
    const std::size_t asked = force->fields(objects).size();
    Term term{std::move(force), arrays, asked, nullptr, nullptr};
    term.at_data = dynamic_cast<DataTerm<B>*>(term.force.get());
    term.passing = dynamic_cast<PassingTerm<B>*>(term.force.get());
    terms_.push_back(std::move(term));
    arrays += asked;
  }
  passing_ = terms_.size();
  int at_data = 0;
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    const Term& term = terms_[t];
    if (term.at_data)
      ++at_data;
    else if (term.force->is_internal() && passing_ == terms_.size() && term.passing)
      passing_ = t;
    else if (term.force->is_internal())
      others_first_ = true;
  }
  if (at_data > 0)
    data_.emplace(stream, kind, 3 * objects, at_data > 1, std::make_shared<DenseProduct<B>>(stream));
}

template <class B>
DerivativeBlock Structure<B>::at_data() const {
  if (!data_) return {};
  return {data_->block.data(), surface_.data_per_object(), surface_.objects(), data_->derivatives.symmetry()};
}

template <class B>
ColumnBlock Structure<B>::density(const Stream<B>& stream, const Motion<B>& all,
                                  const StructureState<B>& state) {
  if (!data_) return {};
  const Index n = surface_.data_sites();
  real *const sum = data_->density.data(), *const others = sum + 3 * static_cast<std::size_t>(n);
  const auto add_up = [&](const Stream<B>& on, bool first_term, real* density) { // of that, or of all others
    bool is_first = true, holds_nothing = true;
    for_each_term(all, state, [&](std::size_t t, ForceTerm<B>&, const Motion<B>& now) {
      DataTerm<B>* const term = terms_[t].at_data;
      if (!term || std::exchange(is_first, false) != first_term) return;
      term->add_density(on, now, vectors_view(density, n), holds_nothing);
      holds_nothing = false;
    });
  };
  if (data_->several) {
    data_->of_terms.run(
        stream, [&](const Stream<B>& on) { add_up(on, false, others); },
        [&](const Stream<B>& on) { add_up(on, true, sum); });
    add_to<B>(stream, 3 * Size{n}, others, sum);
  } else {
    add_up(stream, true, sum);
  }
  return data_->to_samples.apply(stream, 3 * surface_.objects(), sum, data_->samples.data());
}

template <class B>
std::vector<std::string> Structure<B>::term_names() const {
  std::vector<std::string> names;
  for (const Term& term : terms_) names.push_back(term.force->name());
  return names;
}

template <class B>
std::vector<StateArray<B>> Structure<B>::state_at_start(const Stream<B>& stream,
                                                        const std::string& prefix) const {
  std::vector<StateArray<B>> arrays;
  for (const Term& term : terms_)
    for (const StateField& field : term.force->fields(surface_.objects()))
      arrays.push_back(
          {prefix + "." + term.force->name() + "." + field.name, Array<real, B>(stream, field.at_start)});
  return arrays;
}

template <class B>
DerivativeBlock Structure<B>::derivatives(const Stream<B>& stream, const StructureState<B>& state) {
  if (data_ && surface_.objects() > 0) data_->differentiate(stream, surface_.objects(), state.sites.x);
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
template <class F>
void Structure<B>::for_each_term(Motion<B> now, const StructureState<B>& state, F f) {
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    const Term& term = terms_[t];
    if (term.first_array + term.arrays > state.remembered.size())
      throw std::invalid_argument("Structure: the state lacks what '" + term.force->name() + "' remembers");
    now.state = state.remembered.subspan(term.first_array, term.arrays);
    f(t, *term.force, now);
  }
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
  ColumnBlock at_samples; // of forces
  const auto at_sample_sites = [&](const Stream<B>& on) {
    all.block = surface_.derivatives(on, state.sites);
  };
  if (data_ && surface_.objects() > 0)
    data_->beside_samples.run(
        stream,
        [&](const Stream<B>& on) {
          data_->differentiate(on, surface_.objects(), state.sites.x);
          at_samples = density(on, all, state);
        },
        at_sample_sites);
  else
    at_sample_sites(stream);
  if (others_first_)
    for (int d = 0; d < 3; ++d) fill_zero(stream, sample_forces[d], sizeof(real) * sample_forces.n);
  for_each_term(all, state, [&](std::size_t t, ForceTerm<B>& force, const Motion<B>& now) {
    if (time_step > 0) force.advance(stream, now);
    if (force.is_internal() && t != passing_ && !terms_[t].at_data) force.add(stream, now, sample_forces);
  });
  const SitePass<B> pass{.positions = sample_positions,
                         .forces = sample_forces,
                         .add = others_first_,
                         .notes = notes,
                         .sums = &net_forces_,
                         .density = at_samples};
  if (passing_ < terms_.size()) {
    const Term& term = terms_[passing_];
    Motion<B> now = all;
    now.state = state.remembered.subspan(term.first_array, term.arrays);
    term.passing->pass(stream, now, pass);
  } else {
    plain_pass(stream, all, pass);
  }
  if (remove_net_force_) remove_sum(stream, surface_, net_forces_.totals(), sample_forces);
  for_each_term(all, state, [&](std::size_t, ForceTerm<B>& force, const Motion<B>& now) {
    if (!force.is_internal()) force.add(stream, now, sample_forces);
  });
  return all.block;
}

template <class B>
void Structure<B>::resolve_motion(const Stream<B>& stream, VectorsView<real> at_data) {
  if (resolved_) resolved_->at_data().values(stream, at_data);
}

template <class B>
void Structure<B>::resolve_forces(const Stream<B>& stream, VectorsView<real> sample_forces) {
  if (resolved_) resolved_->at_samples().forces(stream, sample_forces);
}

template <class B>
std::vector<real> Structure<B>::unresolved_part_of_forces(const Stream<B>& stream,
                                                          VectorsView<real> sample_forces) {
  if (!resolved_) return std::vector<real>(surface_.objects(), 0);
  SiteProjection<B>& projection = resolved_->at_samples();
  const std::vector<real> all = projection.squares_of_forces(stream, sample_forces);
  projection.forces(stream, sample_forces);
  std::vector<real> part = projection.squares_of_forces(stream, sample_forces);
  constexpr real round_off = 1e-16; // a force of 1e-6 Pa over 100 um^2; a membrane at rest has 1e-10 Pa
  for (std::size_t o = 0; o < part.size(); ++o) // orthogonal parts; of forces that are round-off: none
    part[o] = all[o] > round_off ? std::sqrt(std::max(real{0}, 1 - part[o] / all[o])) : 0;
  return part;
}

template <class B>
void Structure<B>::principal_tensions(const Stream<B>& stream, const StructureState<B>& state,
                                      DerivativeBlock present, real* t1, real* t2) {
  const Motion<B> all = motion(state, present);
  Array<real, B> tension(stream, 3 * static_cast<std::size_t>(surface_.sample_sites()));
  const VectorsView<real> T = vectors_view(tension.data(), surface_.sample_sites());
  for_each_term(all, state, [&](std::size_t, ForceTerm<B>& force, const Motion<B>& now) {
    force.add_tension(stream, now, T);
  });
  ibsim::principal_tensions<B>(stream, all.block, T, t1, t2);
  stream.synchronize(); // before the array goes
}

template <class B>
Stiffness Structure<B>::stiffness(const Stream<B>& stream, const StructureState<B>& state,
                                  DerivativeBlock present) {
  Stiffness all;
  for_each_term(motion(state, present), state, [&](std::size_t, ForceTerm<B>& force, const Motion<B>& now) {
    const Stiffness of_term = force.stiffness(stream, now);
    all.anchor += of_term.anchor;
    all.modulus += of_term.modulus;
    all.shear += of_term.shear;
    if (of_term.relaxing > 0) all.relaxing += of_term.relaxing, all.relaxation_time = of_term.relaxation_time;
    all.bending += of_term.bending;
    all.viscosity += of_term.viscosity;
  });
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
  for_each_term(all, state, [&](std::size_t, ForceTerm<B>& force, const Motion<B>& now) {
    const std::vector<real> energies = force.energy(stream, now);
    for (std::size_t o = 0; o < integrals.size(); ++o) {
      integrals[o].energy += energies[o];
      integrals[o].of_terms.push_back(energies[o]);
    }
  });
  return integrals;
}

template class Structure<Cpu>;
#if defined(IBSIM_WITH_CUDA)
template class Structure<Cuda>;
#endif

} // namespace ibsim

// A force between objects as a specification, in one small file: soft springs that push the centres of two
// objects apart where they are nearer than a range.
//
//   E = (c/2) sum over pairs (range - r)^2, r < range, r the distance of two centres to the nearest image
//
// A centre is the mean of the sample sites by their areas at rest a_s; site s of an object takes the part
// a_s/sum a of its force, so that forces are the gradient of E. Every object within the range of another is
// on each rank that has the other (PairForceSpec::range), and sums go in the order of objects.
#include "examples/examples.hpp"
#include "grid/grid.hpp"
#include "model/flow_model.hpp"
#include "objects/structure_properties.hpp"
#include "parallel/for_each.hpp"
#include "parallel/reduce.hpp"

#include <cmath>

namespace ibsim {
namespace {

struct CentreSprings {
  real stiffness, range;
  Real3 box;

  /// Force on an object from another that is `apart` from it, and the energy of both.
  IBSIM_HD Real3 force(const Real3& apart) const {
    const Real3 d = nearest(apart);
    const real r = norm(d);
    return r > 0 && r < range ? stiffness * (range - r) / r * d : Real3{};
  }
  IBSIM_HD real energy(const Real3& apart) const {
    const real left = range - norm(nearest(apart));
    return left > 0 ? 0.5 * stiffness * left * left : 0;
  }
  IBSIM_HD Real3 nearest(Real3 d) const {
    for (int k = 0; k < 3; ++k) d[k] -= box[k] * std::rint(d[k] / box[k]);
    return d;
  }
};

/// Centres of the objects of a structure, and where the forces on them go.
template <class B>
void find_centres(const Stream<B>& stream, const StructureSites<B>& of, Real3* centres) {
  const Index n = of.surface.samples_per_object();
  const real* const weights = of.surface.weights();
  const ReferenceMetrics at_rest = of.surface.reference();
  const VectorsView<const real> X = of.positions;
  for_each(stream, of.surface.objects(), [=] IBSIM_KERNEL(Index object) {
    Real3 sum;
    real area = 0;
    for (Index s = 0; s < n; ++s) {
      const real a = weights[s] * at_rest.at(s).area;
      sum += a * X.at(object * n + s), area += a;
    }
    centres[object] = sum / area;
  });
}

template <class B>
void add_forces(const Stream<B>& stream, const StructureSites<B>& of, CentreSprings law, Index first,
                Index objects, const Real3* centres) {
  const Index n = of.surface.samples_per_object();
  const real* const weights = of.surface.weights();
  const ReferenceMetrics at_rest = of.surface.reference();
  const VectorsView<real> F = of.forces;
  for_each(stream, of.surface.objects(), [=] IBSIM_KERNEL(Index object) {
    Real3 force;
    for (Index other = 0; other < objects; ++other)
      if (other != first + object) force += law.force(centres[first + object] - centres[other]);
    real area = 0;
    for (Index s = 0; s < n; ++s) area += weights[s] * at_rest.at(s).area;
    for (Index s = 0; s < n; ++s) {
      const Index i = object * n + s;
      F.set(i, F.at(i) + weights[s] * at_rest.at(s).area / area * force);
    }
  });
}

template <class B>
class SpringsOfCentres final : public PairForce<B> {
 public:
  using Sites = std::span<const StructureSites<B>>;

  SpringsOfCentres(CentreSprings law, Index objects)
      : law_(law), centres_(static_cast<std::size_t>(objects)) {}

  void add(const Stream<B>& stream, Sites all) override {
    const Index objects = find(stream, all);
    Index first = 0;
    for (const StructureSites<B>& of : all) {
      add_forces(stream, of, law_, first, objects, centres_.data());
      first += of.surface.objects();
    }
  }
  std::vector<PairMeasures> measure_objects(const Stream<B>& stream, Sites all) override {
    find(stream, all);
    const std::vector<Real3> centres = centres_.to_host(stream);
    MeasuresOfObjects<B> found(all);
    for (std::size_t o = 0; o < found.all.size(); ++o) {
      for (std::size_t other = 0; other < found.all.size(); ++other)
        if (other != o) found.all[o].energy += law_.energy(centres[o] - centres[other]) / 2;
      if (found.all[o].energy > 0) found.all[o].stiffness.anchor = 2 * law_.stiffness;
    }
    return found.all;
  }

 private:
  Index find(const Stream<B>& stream, Sites all) {
    Index objects = 0;
    for (const StructureSites<B>& of : all) {
      find_centres(stream, of, centres_.data() + objects);
      objects += of.surface.objects();
    }
    return objects;
  }
  CentreSprings law_;
  Array<Real3, B> centres_;
};

} // namespace

template <class B>
std::unique_ptr<PairForce<B>> make_centre_springs(real stiffness, real range, const Grid& box,
                                                  Index objects) {
  return std::make_unique<SpringsOfCentres<B>>(CentreSprings{stiffness, range, box.lengths()}, objects);
}
template std::unique_ptr<PairForce<ThisBackend>> make_centre_springs(real, real, const Grid&, Index);

#if !defined(__CUDACC__)     // the specification, once
#if defined(IBSIM_WITH_CUDA) // instantiated where nvcc compiles this file
extern template std::unique_ptr<PairForce<Cuda>> make_centre_springs(real, real, const Grid&, Index);
#endif
PairForceSpec centre_springs(real stiffness, real range) {
  PairForceSpec spec;
  spec.name = "springs of centres", spec.range = range;
  spec.acts_between = [](const ObjectKind& a, const ObjectKind& b) { return has_inside(a) && has_inside(b); };
  spec.at_rest = {.anchor = 2 * stiffness}; // both move; per um^2 of an object that is at least so large
  spec.columns = {{"energy of springs", "fJ", [](const PairMeasures& of) { return of.energy; }}};
  spec.lines = [](const FlowModel&) {
    return std::vector<std::string>{"springs   push centres apart that are nearer than the range"};
  };
  spec.make = pair_force_maker([=](const auto& stream, const auto& around) {
    using B = std::conditional_t<std::is_same_v<decltype(stream), const Stream<Cpu>&>, Cpu, Cuda>;
    Index objects = 0;
    for (const ContactStructure& of : around.structures) objects += of.objects;
    return make_centre_springs<B>(stiffness, range, around.grid, objects);
  });
  return spec;
}
#endif

} // namespace ibsim

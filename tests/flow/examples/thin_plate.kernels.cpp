// A force term of several passes in one small file: a plate that resists curvature, linear in the positions.
//
//   energy (kappa/2) int |Lap X|^2,   F = -kappa Lap Lap X        per area of the parameter domain
//
// with Lap = d11 + d22 of the parameter domain, where Christoffel symbols vanish. Fourth derivatives come in
// two steps of two: Lap X at the data sites from the derivatives that the structure has made, its own
// derivatives by a product of this term's, F from these.
#include "examples/examples.hpp"
#include "parallel/for_each.hpp"
#include "parallel/reduce.hpp"

namespace ibsim {
namespace {

/// Component d of Lap X.
IBSIM_HD real laplacian(DerivativeBlock at_data, Index object, Index site, int d) {
  return (at_data.at(SurfaceOperator::d11, object, site) + at_data.at(SurfaceOperator::d22, object, site))[d];
}

/// Lap X at all data sites, in the layout of positions.
template <class B>
void set_laplacian(const Stream<B>& stream, DerivativeBlock at_data, VectorsView<real> lap) {
  const Index n = at_data.n_sample; // sites of an object
  for_each(stream, lap.n, [=] IBSIM_KERNEL(Index i) {
    for (int d = 0; d < 3; ++d) lap[d][i] = laplacian(at_data, i / n, i % n, d);
  });
}

/// density -= kappa Lap (Lap X). @param lap the derivatives of Lap X, column d objects + object
template <class B>
void add_plate_density(const Stream<B>& stream, real kappa, ColumnBlock lap, Index objects,
                       VectorsView<real> density, bool first) {
  const Index n = lap.n_sites;
  for_each(stream, density.n, [=] IBSIM_KERNEL(Index i) {
    for (int d = 0; d < 3; ++d) {
      const Index column = d * objects + i / n, site = i % n;
      const real F =
          -kappa * (lap.at(SurfaceOperator::d11, column, site) + lap.at(SurfaceOperator::d22, column, site));
      density[d][i] = first ? F : density[d][i] + F;
    }
  });
}

template <class B>
std::vector<real> plate_energies(const Stream<B>& stream, real kappa, DerivativeBlock at_data,
                                 const real* weights) {
  return reduce(
      stream, at_data.n_objects, at_data.n_sample, real{0},
      [=] IBSIM_KERNEL(Index object, Index site) {
        real squares = 0;
        for (int d = 0; d < 3; ++d) {
          const real lap = laplacian(at_data, object, site, d);
          squares += lap * lap;
        }
        return 0.5 * kappa * weights[site] * squares;
      },
      Plus{});
}

template <class B>
class ThinPlate final : public DataTerm<B> {
 public:
  ThinPlate(const Stream<B>& stream, const SurfaceKind& kind, int objects, real modulus)
      : modulus_(modulus), objects_(objects), sites_(kind.at_data.n_data * objects),
        operators_(stream, kind.at_data, 3 * objects), weights_(stream, kind.at_data.weights),
        laplacian_(3 * static_cast<std::size_t>(sites_)), derivatives_(operators_.block_size(3 * objects)) {}
  std::string name() const override { return "plate"; }

  void add(const Stream<B>& stream, const Motion<B>& now, VectorsView<real> density, bool first) override {
    set_laplacian(stream, now.at_data, vectors_view(laplacian_.data(), sites_));
    const ColumnBlock lap = operators_.apply(stream, 3 * objects_, laplacian_.data(), derivatives_.data());
    add_plate_density(stream, modulus_, lap, objects_, density, first);
  }
  std::vector<real> energy(const Stream<B>& stream, const Motion<B>& now) override {
    return plate_energies(stream, modulus_, now.at_data, weights_.data());
  }
  Stiffness stiffness(const Stream<B>&, const Motion<B>&) override { return {.bending = modulus_}; }

 private:
  real modulus_;
  Index objects_, sites_; ///< sites of all objects
  SiteOperators<B> operators_;
  Array<real, B> weights_, laplacian_, derivatives_;
};

} // namespace

template <class B>
std::unique_ptr<DataTerm<B>> make_thin_plate(const Stream<B>& stream, const SurfaceKind& kind, int objects,
                                             real modulus) {
  return std::make_unique<ThinPlate<B>>(stream, kind, objects, modulus);
}

template std::unique_ptr<DataTerm<ThisBackend>> make_thin_plate(const Stream<ThisBackend>&,
                                                                const SurfaceKind&, int, real);

} // namespace ibsim

#include "surface/dented_shape.hpp"

#include <cmath>

namespace ibsim {

Real3 DentedShape::position(const Real3& xi) const {
  const Real3 X = mirrored.position(xi);
  if (is_mirrored()) return X;
  const Real3 of_d = AxialShape{d, d}.position(xi), of_e = AxialShape{e, e}.position(xi); // d xi, e xi
  return {X.x + xi.z * of_d.x, X.y + xi.z * of_d.y, X.z + xi.x * of_e.x + xi.y * of_e.y};
}

DentedShape dented(const AxialShape& shape, real depth) {
  DentedShape cup{shape, std::vector<real>(shape.across.size()), std::vector<real>(shape.along.size())};
  cup.e[0] = depth;
  return cup;
}

MeridianBasis dented_meridian_basis(real t, int terms) {
  const real s = std::sin(t), c = std::cos(t);
  const MeridianBasis::Jet sine{s, c, -s}, cosine{c, -s, -c};
  MeridianBasis basis = meridian_basis(t, terms);
  for (std::size_t k = 0; k < static_cast<std::size_t>(terms); ++k) {
    basis.along.push_back(product(basis.across[k], sine));
    basis.across.push_back(product(basis.across[k], cosine));
  }
  return basis;
}

} // namespace ibsim

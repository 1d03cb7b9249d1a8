// The weak form of the forces of a surface that moves in a space of functions (surface/resolved_space.hpp):
// minus the exact derivative of an energy that is a sum over its sample sites.
//
//   X_b(s) = sum_k q_k,b(s) c_k,   dE = - sum_s sum_b S^b(s) . dX_b(s)   =>   force on c_k = sum_b,s q_k,b
//   S^b
//
// q_k,b are the functions, differentiated along the frames (SurfaceKind::operators), c_k the amounts that a
// position has of them, and S^b(s) the stresses: what the energy's terms (StressTerm,
// mechanics/force_term.hpp) say of one site, minus its weight times their derivative by X_b there. As point
// forces w q_k (force on c_k) at the sample sites they give to any motion of the space what the energy loses,
// to round-off, whatever the sites.
//
// Memory, numbers: 2 or 5 n_s N for the transposed operators of a kind (a quarter with symmetric sites), N =
// (L + 1)^2, and 6 or 15 n_s an object.
#pragma once

#include "linalg/dense_product.hpp"
#include "parallel/array.hpp"
#include "surface/surface_kind.hpp"

#include <memory>

namespace ibsim {

/// S^b at all sample sites, b from d1 on; pg um/us^2. Stress b of the sites of one turn (site_symmetry.hpp)
/// is a column of component d of object o: values[((b - 1) symmetry + turn) columns + d objects + o][orbit].
struct SiteStresses {
  real* values = nullptr;
  Index n_sample = 0, n_objects = 0;
  int operators = 0; ///< 2: of X_1 and X_2; 5: of second derivatives too
  int symmetry = 1;

  std::size_t size() const { return static_cast<std::size_t>(operators) * 3 * n_sample * n_objects; }

  /// @param first they hold nothing yet
  IBSIM_HD void add(SurfaceOperator b, Index object, Index site, const Real3& stress, bool first) const {
    const Index rows = n_sample / symmetry;
    const std::size_t of_component = static_cast<std::size_t>(rows) * n_objects;
    const int matrix = (static_cast<int>(b) - 1) * symmetry + site % symmetry;
    real* const to =
        values + 3 * of_component * matrix + static_cast<std::size_t>(rows) * object + site / symmetry;
    for (int d = 0; d < 3; ++d) to[d * of_component] = first ? stress[d] : to[d * of_component] + stress[d];
  }
};

template <class B>
class WeakForm {
 public:
  /// @param kind with a resolved space @param second_derivatives some energy depends on them
  WeakForm(const Stream<B>&, const SurfaceKind& kind, int objects, bool second_derivatives);

  SiteStresses stresses();
  /// The forces on the amounts, functions x columns of each character, of the stresses, which it uses up.
  /// Allocates nothing and does not wait for the stream.
  const real* forces_on_amounts(const Stream<B>&);

 private:
  Index sites_, functions_, objects_;
  int symmetry_, operators_;
  Array<real, B> transposed_, stresses_;
  Array<real, B> amounts_; ///< of each operator, and their sum in the place of the first
  DenseProduct<B> product_;
};

} // namespace ibsim

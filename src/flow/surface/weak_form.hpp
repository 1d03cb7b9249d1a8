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
// Point forces F of others, whose power is sum_s F . dX, come in as the stress of the value itself.
//
// With symmetric sites the product is one of each character (site_symmetry.hpp), of the sums over each orbit
// with its signs. On a GPU the four sites of an orbit are neighbours in a warp, and what they add to stresses
// becomes these sums on the way; on a CPU that is a pass of its own.
//
// Memory, numbers: 3 or 6 n_s N for the operators of a kind, one after the other (a quarter with symmetric
// sites), N = (L + 1)^2, and 9 or 18 n_s an object.
#pragma once

#include "grid/points.hpp"
#include "linalg/dense_product.hpp"
#include "parallel/array.hpp"
#include "surface/amounts.hpp"
#include "surface/site_symmetry.hpp"
#include "surface/surface_kind.hpp"

#include <variant>
#include <vector>

namespace ibsim {

/// On a GPU the sum over an orbit with the signs of the character whose number is that of the site's turn.
/// Called for all sites of the orbit at once: neighbours in a warp.
template <class T>
IBSIM_HD T sum_over_orbit(T of_site, [[maybe_unused]] Index site) {
#if defined(__CUDA_ARCH__)
  const unsigned orbit = 0xfu << (threadIdx.x % 32 / half_turns * half_turns);
  for (int turn = 1; turn < half_turns; turn *= 2) {
    const T other = __shfl_xor_sync(orbit, of_site, turn);
    of_site = site & turn ? other - of_site : of_site + other;
  }
#endif
  return of_site;
}

/// S^b at all sample sites, from that of the value on; pg um/us^2, of the value pg/us^2. Stress b of the
/// sites of one turn (site_symmetry.hpp), on a GPU the sums of one character, is a column of component d of
/// object o: values[(b symmetry + turn) columns + d objects + o][orbit].
template <class T>
struct StressesOf {
  T* values = nullptr;
  Index n_sample = 0, n_objects = 0;
  int operators = 0; ///< 3: of X, X_1 and X_2; 6: of second derivatives too
  int symmetry = 1;

  std::size_t of_operator() const { return std::size_t{3} * n_sample * n_objects; }
  std::size_t size() const { return operators * of_operator(); }

  /// To be called for all sites of an object by one loop over them (for_each). @param first they hold nothing
  /// yet
  IBSIM_HD void add(SurfaceOperator b, Index object, Index site, const Vec3<T>& stress, bool first) const {
    const Index rows = n_sample / symmetry;
    const std::size_t of_component = static_cast<std::size_t>(rows) * n_objects;
    const int matrix = static_cast<int>(b) * symmetry + site % symmetry;
    T* const to =
        values + 3 * of_component * matrix + static_cast<std::size_t>(rows) * object + site / symmetry;
    for (int d = 0; d < 3; ++d) {
      const T added = symmetry > 1 ? sum_over_orbit(stress[d], site) : stress[d];
      to[d * of_component] = first ? added : to[d * of_component] + added;
    }
  }
};

/// Stresses of either number type: the values of the other one are null.
struct SiteStresses {
  real* values = nullptr;
  Index n_sample = 0, n_objects = 0;
  int operators = 0, symmetry = 1; ///< as of StressesOf
  float* floats = nullptr;

  bool empty() const { return !values && !floats; }
  std::size_t of_operator() const { return as<real>().of_operator(); }
  std::size_t bytes() const { return as<real>().size() * (floats ? sizeof(float) : sizeof(real)); }
  template <class T>
  IBSIM_HD StressesOf<T> as() const {
    if constexpr (std::is_same_v<T, float>)
      return {floats, n_sample, n_objects, operators, symmetry};
    else
      return {values, n_sample, n_objects, operators, symmetry};
  }
  /// As StressesOf has it.
  IBSIM_HD void add(SurfaceOperator b, Index object, Index site, const Real3& stress, bool first) const {
    if (!floats) return as<real>().add(b, object, site, stress, first);
    as<float>().add(
        b, object, site,
        {static_cast<float>(stress.x), static_cast<float>(stress.y), static_cast<float>(stress.z)}, first);
  }
};

template <class B>
class WeakForm {
 public:
  /// @param kind with a resolved space @param second_derivatives some energy depends on them
  WeakForm(const Stream<B>&, const SurfaceKind& kind, int objects, bool second_derivatives);

  /// Stresses that terms fill in, except the stress of the value.
  SiteStresses stresses();
  /// The forces on the amounts, functions x columns of each character, of the stresses, which it uses up, and
  /// of point forces at the sample sites; no data: there are none. Allocates nothing and does not wait for
  /// the stream.
  Amounts forces_on_amounts(const Stream<B>&, VectorsView<const real> point_forces);

  /// As above, with sum |F|^2/w of each object for the projected point forces and for all forces at the
  /// sample sites. Since Q^T W Q = 1, these are sums of squares of the amounts. Waits for the stream.
  /// @param objects_in_all as SurfaceKind has it
  struct Measured {
    Amounts on_amounts;
    std::vector<real> squares_of_points, squares_of_all;
  };
  Measured measured_forces_on_amounts(const Stream<B>&, VectorsView<const real> point_forces,
                                      Index objects_in_all);
  /// Where the stresses were, which either has used up: as much as point forces take.
  Room room();

 private:
  /// Memory in one number type.
  template <class T>
  struct Memory {
    Array<T, B> matrices, stresses; ///< operators one after the other, each of all characters
    Array<T, B> amounts;            ///< of each operator, and their sum in the place of the first
  };
  /// Operators that have stresses, from the first or, without point forces, the second on.
  template <class T>
  struct Given {
    int operators;
    const T *matrices, *stresses;
  };
  /// Forces of terms and of point forces, as sums over orbits.
  template <class T>
  Given<T> all_stresses(const Stream<B>&, Memory<T>&, VectorsView<const real> point_forces);
  /// Sets the amounts of each operator.
  template <class T>
  void find_amounts(const Stream<B>&, const Given<T>&, Memory<T>&);

  Index sites_, functions_, objects_;
  int symmetry_, operators_;
  std::variant<Memory<real>, Memory<float>> memory_;
  DenseProduct<B> product_;
};

} // namespace ibsim

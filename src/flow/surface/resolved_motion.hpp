// Force and motion of a surface in the same space (surface/resolved_space.hpp), so that the fluid gets no
// power from the membrane that its motion does not take:
//
//   U <- P U,  P = Q Q^T W at the data sites        F <- W Q Q^T F at the sample sites, of point forces
//
// Where there is a weak form (surface/weak_form.hpp), it has the forces on the amounts of functions, point
// forces' Q^T F too, and what is left is W Q of these.
//
// Both P are least squares in the weights of their sites. They keep all functions of the space; of a closed
// surface also the sum of the forces, and their torque as far as positions are of the space. For any field u
// at the sample sites  sum F'.u = sum F.(P u): what F' gives to a motion is what F gives to the part of it
// that the membrane follows.
//
// Why: the membrane follows U at the data sites, a space of some hundred functions. Forces as they are made
// at the sample sites have a part that no motion of this space answers to, but the fluid does; it shrinks
// patches as large as a few sites until the membrane resists no longer and folds.
#pragma once

#include "grid/any_faces.hpp"
#include "grid/points.hpp"
#include "linalg/dense_product.hpp"
#include "parallel/array.hpp"
#include "surface/amounts.hpp"
#include "surface/resolved_space.hpp"

#include <memory>
#include <variant>

namespace ibsim {

/// P at one set of sites, of all objects of a kind.
template <class B>
class SiteProjection {
 public:
  /// @param has_room for values and amounts; without it, there is forces_of() alone
  /// @param storage number type of functions and products; floats not where functions are separable
  SiteProjection(const Stream<B>&, const SiteFunctions&, int objects,
                 std::shared_ptr<DenseProduct<B>> product, bool has_room = true,
                 Storage storage = Storage::doubles);

  /// V <- Q Q^T W V. Allocates nothing and does not wait for the stream; so do changes() and forces().
  void values(const Stream<B>&, VectorsView<real> V);
  /// V <- from + Q Q^T W (V - from), where `from` is of the space: the same, but single precision rounds the
  /// change alone. @param from of no data: nothing
  void changes(const Stream<B>&, VectorsView<const real> from, VectorsView<real> V);
  /// F <- W Q Q^T F, of point forces: those of a density f, F = W f, become W P f.
  void forces(const Stream<B>&, VectorsView<real> F);
  /// F <- W Q of forces on the amounts of functions (WeakForm::forces_on_amounts).
  /// @param room as large as F, and not F
  void forces_of(const Stream<B>&, Amounts on_amounts, Room room, VectorsView<real> F);
  /// sum |F|^2/w of each object: the square of the density's norm. Waits for the stream.
  /// @param objects_in_all as SurfaceKind has it
  std::vector<real> squares_of_forces(const Stream<B>&, VectorsView<const real> F,
                                      Index objects_in_all = 0) const;

 private:
  /// Functions along one side, both ways.
  struct Line {
    Line(const Stream<B>&, const LineFunctions&);
    Index points, functions;
    /// the functions of a point, and the points of a function, together
    Array<real, B> at_points, transposed;
  };
  /// Functions and work in one number type.
  template <class T>
  struct Memory {
    Array<T, B> functions_at_sites, transposed;
    Array<T, B> at_sites, amounts; ///< by character, column by column: values, and amounts of functions
  };
  void project(const Stream<B>&, VectorsView<const real> from, VectorsView<real>, const real* weights_before,
               const real* weights_after);
  void project_by_sides(const Stream<B>&, Memory<real>&);

  Index sites_, functions_, columns_;
  int symmetry_;
  std::variant<Memory<real>, Memory<float>> memory_;
  Array<real, B> weights_;
  Line along_x_, along_z_; ///< of no points where the functions are not separable
  Array<real, B> half_;    ///< then: what one side is done of
  std::shared_ptr<DenseProduct<B>> product_;
};

/// P at the data sites, where surfaces move, and at the sample sites, where forces act.
template <class B>
class ResolvedMotion {
 public:
  /// @param has_weak_form then of the projection at the samples forces_of() is all that is asked for
  ResolvedMotion(const Stream<B>&, const ResolvedSpace&, int objects, Columns = Columns::together,
                 bool has_weak_form = false, Storage storage = Storage::doubles);

  SiteProjection<B>& at_data() { return at_data_; }
  SiteProjection<B>& at_samples() { return at_samples_; }

 private:
  ResolvedMotion(const Stream<B>&, const ResolvedSpace&, int objects,
                 const std::shared_ptr<DenseProduct<B>>& product, bool has_weak_form, Storage storage);
  SiteProjection<B> at_data_, at_samples_;
};

} // namespace ibsim

// The columns of kinds.csv: one row a kind of closed objects or of tracers, and time, what its objects do
// together.
#pragma once

#include "diagnostics/object_columns.hpp"

namespace ibsim {

/// What is measured of a kind. Displacements are of the centres, since the start of the run; centres are
/// followed across the ends of a periodic box. Inclinations are known up to half turns, so
///   mean = arg(m)/2, alignment = |m|,  m = the mean of exp(2 i inclination) over the objects
/// The alignment is 1 where all point one way, about 1/sqrt(objects) where they point anywhere.
struct MeasuredKind {
  double time = 0; ///< us
  std::string name;
  real objects = 0;
  real volume_fraction = 0;                        ///< of the room for them (suspension_columns.hpp)
  real deformation = 0, deformation_deviation = 0; ///< Taylor's, its mean and standard deviation
  real inclination = 0, alignment = 0;             ///< rad
  real contacts = 0;                               ///< mean of an object
  Real3 velocity;                                  ///< mean, um/us
  Real3 displacement;                              ///< mean, um
  Real3 square_displacement;                       ///< mean of the squares, um^2
};

inline std::vector<Column<MeasuredKind>> make_kind_columns() {
  using Kind = MeasuredKind;
  std::vector<Column<Kind>> columns{{"time", "us", &Kind::time},
                                    {"name", "", &Kind::name},
                                    {"objects", "", &Kind::objects},
                                    {"volume fraction", "", &Kind::volume_fraction},
                                    {"mean taylor_deformation", "", &Kind::deformation},
                                    {"deviation of taylor_deformation", "", &Kind::deformation_deviation},
                                    {"mean inclination", "rad", &Kind::inclination},
                                    {"alignment", "", &Kind::alignment},
                                    {"mean contacts", "", &Kind::contacts}};
  add_vector(columns, "mean velocity", "um/us", [](const Kind& k) { return k.velocity; });
  add_vector(columns, "mean displacement", "um", [](const Kind& k) { return k.displacement; });
  add_vector(columns, "mean squared displacement", "um^2",
             [](const Kind& k) { return k.square_displacement; });
  return columns;
}
inline const std::vector<Column<MeasuredKind>> kind_columns = make_kind_columns();

/// Adds up the objects of a kind.
class KindSums {
 public:
  void add(const MeasuredObject&, const Real3& displacement);
  /// A point.
  void add(const Real3& velocity, const Real3& displacement);
  MeasuredKind measured(double time, const std::string& name, real room) const;

 private:
  real objects_ = 0, volume_ = 0, deformation_ = 0, deformation_squares_ = 0, cosines_ = 0, sines_ = 0,
       contacts_ = 0;
  Real3 velocity_, displacement_, square_displacement_;
};

} // namespace ibsim

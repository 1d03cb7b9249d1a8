// Values of the present state, which output asks for: of one rank (step_alone.cpp) or of several, each of
// which finds those of what it has (step_of_ranks.cpp). Both find them by one evaluation of the state.
#pragma once

#include "objects/touching_objects.hpp"
#include "ranks/measured.hpp"
#include "ranks/part_fields.hpp"
#include "surface/motion_sums.hpp"

namespace ibsim {

/// All functions may wait for the stream, and evaluate the state where they need that.
template <class B>
class ValuesOfState {
 public:
  virtual ~ValuesOfState() = default;

  /// X of the data sites of all objects of a kind.
  struct Sites {
    VectorsView<const real> X;
    Array<real, B> room; ///< for them, of several ranks
  };
  virtual Sites sites(std::size_t kind) const = 0;
  /// What the fluid remembers between walls, and forces on walls of points; only where there are such.
  const Array<real, B>& fluid_memory() const { return *remembered_as(part_of_state(), ibsim::fluid_memory); }
  const Array<real, B>& wall_forces() const { return *remembered_as(part_of_state(), ibsim::wall_forces); }
  /// Structure::term_names of a kind.
  virtual std::vector<std::string> term_names(std::size_t kind) const = 0;

  /// Velocities of the data sites of a kind, um/us; of several ranks of a kind that all have, such as points.
  virtual VectorsView<const real> site_velocities(std::size_t kind) = 0;
  /// motion_sums() of each object of a kind (surface/motion_sums.hpp).
  virtual std::vector<MotionSums> motion_sums(std::size_t kind, const std::vector<Index>& markers) = 0;
  /// Pairs of objects that touch (touching_objects.hpp), in any order.
  virtual std::vector<Touch> touches() = 0;
  /// Values of a quantity (measured.hpp). @param kind of its objects
  template <class T>
  std::vector<T> measure(const Measured<T>& what, std::size_t kind = 0) {
    return from_bytes<T>(this->bytes_of_quantity(what.id, kind));
  }
  /// Velocity of the fluid at points, as coupling/interpolate.hpp has it, um/us.
  virtual std::vector<Real3> velocities_at(const std::vector<Real3>&) = 0;
  /// A sample site or a data site of an object, um.
  Real3 sample_site(std::size_t kind, std::size_t object, Index site) {
    return this->site(true, kind, static_cast<Index>(object), site);
  }
  Real3 data_site(std::size_t kind, std::size_t object, Index site) {
    return this->site(false, kind, static_cast<Index>(object), site);
  }

  /// Fields of frames (part_fields.hpp): of all sites of a kind [site][component], and of the fluid of the
  /// box [cell][3] and the pressure behind it. In memory of the backend or, if shows_on_host(), of the host.
  virtual bool shows_on_host() const = 0;
  virtual void surface_field(std::size_t kind, SurfaceField, float* to) = 0;
  virtual void surface_field(std::size_t kind, SurfaceField, double* to) = 0;
  virtual void fluid_field(float* to) = 0;
  virtual void fluid_field(double* to) = 0;
  /// Numbers that show(to) writes where fields are shown, on the host.
  template <class F>
  std::vector<real> on_host(const Stream<B>& stream, std::size_t numbers, F show) {
    std::vector<real> shown(shows_on_host() ? numbers : 0);
    Array<real, B> on_device(numbers - shown.size());
    show(shows_on_host() ? shown.data() : on_device.data());
    return shows_on_host() ? shown : on_device.to_host(stream);
  }

 protected:
  /// A state with all that is not dealt out.
  virtual const State<B>& part_of_state() const = 0;
  virtual std::vector<std::byte> bytes_of_quantity(QuantityId, std::size_t kind) = 0;
  virtual Real3 site(bool is_sample, std::size_t kind, Index object, Index site) = 0;
};

} // namespace ibsim

// Values of the present state on the host, which output asks for: of one rank (step_alone.cpp) or of several,
// each of which finds those of what it has (step_of_ranks.cpp). Both find them by one evaluation of the
// state. Fields of frames alone may lie in memory of the backend.
#pragma once

#include "objects/touching_objects.hpp"
#include "ranks/measured.hpp"
#include "ranks/part_fields.hpp"
#include "state/clock.hpp"
#include "surface/motion_sums.hpp"

#include <functional>
#include <memory>

namespace ibsim {

/// Memory for fields on their way to the host (parallel/host_copies.hpp).
class FieldCopies {
 public:
  virtual ~FieldCopies() = default;
  /// Memory for the fields of a slot: of the backend, or the slot itself if fields are shown on the host.
  virtual void* begin(int slot) = 0;
  /// Sends them to the slot, if they are not there; returns at once.
  virtual void send(int slot) = 0;
  /// HostCopies::arrived.
  virtual const void* arrived(int slot) = 0;
};

/// All functions may wait for the stream, and evaluate the state where they need that.
class ValuesOfState {
 public:
  virtual ~ValuesOfState() = default;

  /// Values that are remembered under this name and are not dealt out (parallel/state_array.hpp).
  virtual std::vector<real> remembered(const char* name) const = 0;
  /// Memory of the fluid between walls, and forces on walls of points; only where there are such walls.
  std::vector<real> fluid_memory() const { return remembered(ibsim::fluid_memory); }
  std::vector<real> wall_forces() const { return remembered(ibsim::wall_forces); }
  /// Structure::term_names of a kind.
  virtual std::vector<std::string> term_names(std::size_t kind) const = 0;

  /// Velocities of the data sites of a kind, um/us; of several ranks of a kind that all have, such as points.
  virtual std::vector<Real3> site_velocities(std::size_t kind) = 0;
  /// motion_sums() of each object of a kind (surface/motion_sums.hpp).
  virtual std::vector<MotionSums> motion_sums(std::size_t kind, const std::vector<Index>& markers) = 0;
  /// Pairs of objects that touch (touching_objects.hpp), in any order.
  virtual std::vector<Touch> touches() = 0;
  /// Values of a quantity (measured.hpp). @param kind of its objects
  template <class T>
  std::vector<T> measure(const Measured<T>& what, std::size_t kind = 0) {
    return from_bytes<T>(bytes_of_quantity(what.id, kind));
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
  /// box [cell][3] and the pressure behind it. `to` is memory of FieldCopies::begin.
  virtual void surface_field(std::size_t kind, SurfaceField, float* to) = 0;
  virtual void surface_field(std::size_t kind, SurfaceField, double* to) = 0;
  virtual void fluid_field(float* to) = 0;
  virtual void fluid_field(double* to) = 0;
  /// SurfaceField::positions, without an evaluation where one rank has the state.
  virtual void positions_alone(std::size_t kind, float* to) {
    surface_field(kind, SurfaceField::positions, to);
  }
  /// Values of the host become a part of the fields.
  virtual void put_into_fields(void* to, const void* values, std::size_t bytes) const = 0;

  virtual std::unique_ptr<FieldCopies> field_copies(std::size_t bytes, int slots) const = 0;
  /// Numbers on the host that show(to) writes as fields.
  virtual std::vector<real> on_host(std::size_t numbers, const std::function<void(real*)>& show) const = 0;
  /// fields[stride cell + offset] of each of these cells, of fluid_field() now. Only these numbers come to
  /// the host from a rank alone. @param cells of the box
  using FluidAt = std::function<std::vector<double>(const std::vector<Index>&, Size stride, Size offset)>;
  virtual FluidAt fluid_at_cells(Size cells) = 0;

 protected:
  virtual std::vector<std::byte> bytes_of_quantity(QuantityId, std::size_t kind) = 0;
  virtual Real3 site(bool is_sample, std::size_t kind, Index object, Index site) = 0;
};

} // namespace ibsim

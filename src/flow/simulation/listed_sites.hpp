// The sites of the objects that a rank lists (listed_objects.hpp), on its device. For ImmersedBoundaryStep.
#pragma once

#include "parallel/communicator.hpp"
#include "simulation/flow_model.hpp"
#include "simulation/listed_objects.hpp"
#include "surface/resolved_motion.hpp"

#include <optional>

namespace ibsim {

template <class B>
class ListedSites {
 public:
  /// All of all kinds.
  ListedSites() = default;
  ListedSites(const Stream<B>& stream, const FlowModel& model, const std::vector<SurfaceKind>& kinds,
              const ListedObjects& listed)
      : listed_(listed) {
    for (std::size_t kind = 0; kind < listed.size(); ++kind) {
      kinds_.emplace_back();
      if (listed[kind].is_all) continue;
      Kind& part = kinds_.back();
      const std::size_t slots = listed[kind].objects.size();
      const int objects = static_cast<int>(model.objects[kind].placements.size());
      part.per_object = kinds[kind].operators.n_data, part.all = part.per_object * objects;
      part.objects = Array<Index, B>(stream, listed[kind].objects);
      part.told = Array<Index, B>(stream, listed[kind].told);
      part.positions = Array<real, B>(3 * slots * static_cast<std::size_t>(part.per_object));
      part.velocities = Array<real, B>(3 * slots * static_cast<std::size_t>(part.per_object));
      if (!kinds[kind].resolved.empty())
        part.motion.emplace(stream, kinds[kind].resolved.at_data, objects,
                            std::make_shared<DenseProduct<B>>(stream, kinds[kind].columns));
    }
  }
  /// As many others of each kind. Waits for the stream.
  void list(const Stream<B>& stream, const ListedObjects& listed) {
    listed_ = listed;
    for (std::size_t kind = 0; kind < listed.size(); ++kind)
      if (!listed[kind].is_all) {
        kinds_[kind].objects.set(stream, listed[kind].objects);
        kinds_[kind].told.set(stream, listed[kind].told);
      }
  }
  const ListedObjects& listed() const { return listed_; }

  bool is_all(std::size_t kind) const { return listed_.empty() || listed_[kind].is_all; }

  // Of a kind that is not all of it:

  Index data_sites(std::size_t kind) const { return kinds_[kind].all; }                   ///< of all objects
  const Array<Index, B>& objects(std::size_t kind) const { return kinds_[kind].objects; } ///< of each slot
  const Array<Index, B>& told(std::size_t kind) const { return kinds_[kind].told; } ///< ListedKind::told

  /// Those of the listed objects, of values at the data sites of all; valid until the next call.
  VectorsView<const real> positions(const Stream<B>& stream, std::size_t kind, VectorsView<const real> X) {
    return taken(stream, kinds_[kind], X, kinds_[kind].positions);
  }
  /// Those of the last call.
  VectorsView<const real> positions(std::size_t kind) const {
    const Array<real, B>& listed = kinds_[kind].positions;
    return vectors_view<const real>(listed.data(), static_cast<Index>(listed.size() / 3));
  }
  VectorsView<const real> velocities(const Stream<B>& stream, std::size_t kind, VectorsView<const real> U) {
    return taken(stream, kinds_[kind], U, kinds_[kind].velocities);
  }
  /// A copy of them, to be changed; in the place of velocities().
  VectorsView<real> to_be_put_right(const Stream<B>& stream, std::size_t kind, VectorsView<const real> X) {
    taken(stream, kinds_[kind], X, kinds_[kind].velocities);
    Array<real, B>& listed = kinds_[kind].velocities;
    return vectors_view(listed.data(), static_cast<Index>(listed.size() / 3));
  }
  /// X of all objects, its components behind each other, = what the rank that tells of each has.
  void tell_all(const Stream<B>& stream, const Communicator<B>& ranks, std::size_t kind,
                VectorsView<const real> listed, VectorsView<real> X) {
    // words of zero bits where another rank tells
    fill_zero(stream, X.x, 3 * sizeof(real) * static_cast<std::size_t>(X.n));
    give_objects_back(stream, kinds_[kind].told, kinds_[kind].per_object, listed, X);
    ranks.add_words(stream, reinterpret_cast<std::uint64_t*>(X.x), Size{3} * X.n);
  }
  /// As Structure::resolve_motion, of all objects.
  void resolve_motion(const Stream<B>& stream, std::size_t kind, VectorsView<real> at_data) {
    if (kinds_[kind].motion) kinds_[kind].motion->values(stream, at_data);
  }

 private:
  struct Kind {
    Index per_object = 0, all = 0; ///< data sites
    Array<Index, B> objects, told;
    Array<real, B> positions, velocities;    ///< of the listed
    std::optional<SiteProjection<B>> motion; ///< of all objects
  };
  VectorsView<const real> taken(const Stream<B>& stream, const Kind& part, VectorsView<const real> from,
                                Array<real, B>& to) {
    const VectorsView<real> listed = vectors_view(to.data(), static_cast<Index>(to.size() / 3));
    take_objects(stream, part.objects, part.per_object, from, listed);
    return listed;
  }

  ListedObjects listed_;
  std::vector<Kind> kinds_;
};

} // namespace ibsim

// A grid as one rank has it: the slab that it holds, and the ranks that hold the others.
#pragma once

#include "grid/grid.hpp"
#include "parallel/communicator.hpp"

namespace ibsim {

template <class B>
struct LocalGrid {
  Grid grid; ///< of all ranks
  Slab slab;
  const Communicator<B>* ranks = nullptr; ///< null: this one is alone. Not owned

  /// All of it.
  LocalGrid(const Grid& all) : grid(all), slab(slab_of_all(all.n)) {}
  /// @throws InputError if there are too many ranks for it
  LocalGrid(const Grid& all, const Communicator<B>& of_ranks)
      : grid(all), slab(slab_of(all, of_ranks.rank(), of_ranks.size(), layers_of<B>(all))),
        ranks(of_ranks.size() > 1 ? &of_ranks : nullptr) {}

  /// The grid of the own planes, for what asks of no neighbours in z.
  Grid own() const { return own_grid(grid, slab); }
  bool alone() const { return !ranks; }
  int rank() const { return ranks ? ranks->rank() : 0; }
  /// The first plane of each rank, and the number of planes.
  std::vector<Index> first_planes() const;
};

template <class B>
std::vector<Index> LocalGrid<B>::first_planes() const {
  std::vector<Index> first;
  if (alone()) first.push_back(0);
  for (int r = 0; !alone() && r < ranks->size(); ++r)
    first.push_back(slab_of(grid, r, ranks->size(), layers_of<B>(grid)).first);
  first.push_back(grid.n.z);
  return first;
}

/// The ghost planes of `fields` fields that follow each other; at the first own plane of the first. All ranks
/// call it; it allocates nothing on the device and does not wait for the stream.
template <class B, class T>
void fill_ghosts(const Stream<B>& stream, const LocalGrid<B>& local, T* own, int fields) {
  if (!local.alone())
    exchange_halo(stream, *local.ranks, own, sizeof(T) * static_cast<std::size_t>(local.slab.plane_cells()),
                  local.slab.planes, local.slab.ghosts, fields,
                  sizeof(T) * static_cast<std::size_t>(local.slab.stored_cells()));
}
template <class B>
void fill_ghosts(const Stream<B>& stream, const LocalGrid<B>& local, AnyFaces u) {
  with_faces(u, [&](auto faces) { fill_ghosts(stream, local, faces.x, 3); });
}

/// whole = a component or cell field of the box, without ghosts, from the own planes of all ranks: for
/// sums in the order of the box.
template <class B>
void gather_planes(const Stream<B>& stream, const LocalGrid<B>& local, const real* own, real* whole) {
  const std::size_t plane = sizeof(real) * static_cast<std::size_t>(local.slab.plane_cells());
  if (local.alone()) return copy_within_device(stream, whole, own, plane * local.slab.planes);
  const std::vector<Index> first = local.first_planes();
  std::vector<std::size_t> sizes;
  for (std::size_t r = 0; r + 1 < first.size(); ++r) sizes.push_back(plane * (first[r + 1] - first[r]));
  gather(stream, *local.ranks, own, whole, sizes, MessagesOf::halos);
}

} // namespace ibsim

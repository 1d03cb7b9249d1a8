// fill_boundary.hpp where all directions are periodic: ghost -1 - l is cell n - 1 - l, and ghost n + l is
// cell l.
#include "grid/fill_boundary.hpp"

#include "parallel/for_each.hpp"

#include <stdexcept>

namespace ibsim {
namespace {

/// The ghosts in x (d = 0) or y (d = 1) of all stored rows or planes.
template <class B>
void fill_around(const Stream<B>& stream, const Subdomain& part, int d, real* values) {
  const Subdomain p = part;
  const Int3 stored = p.stored();
  const int n = p.n[d];
  const Int3 ghosts = d == 0 ? Int3{p.halo.x, stored.y, stored.z} : Int3{stored.x, p.halo.y, stored.z};
  const Index step = d == 0 ? 1 : stored.x;
  for_each_cell(stream, ghosts, [=] IBSIM_KERNEL(int i, int j, int k) {
    // cell l of the line along d, and the same places in the other directions
    const int l = d == 0 ? i : j;
    const Index first =
        d == 0 ? p.index(0, j - p.halo.y, k - p.halo.z) : p.index(i - p.halo.x, 0, k - p.halo.z);
    values[first - (1 + l) * step] = values[first + (n - 1 - l) * step];
    values[first + (n + l) * step] = values[first + l * step];
  });
}

} // namespace

template <class B>
void fill_boundary(const Stream<B>& stream, const Communicator<B>& communicator, const Grid& grid,
                   const Subdomain& part, Location, real* values) {
  require_periodic(grid, "filling ghost values");
  for (int d = 0; d < 3; ++d)
    if (part.n[d] < part.halo[d])
      throw std::invalid_argument("a part of the grid needs at least as many cells as its halo");
  if (part.halo.x > 0) fill_around<B>(stream, part, 0, values);
  if (part.halo.y > 0) fill_around<B>(stream, part, 1, values);
  const Int3 stored = part.stored();
  communicator.exchange_halo(stream, values, sizeof(real) * stored.x * static_cast<std::size_t>(stored.y),
                             part.n.z, part.halo.z, true);
}

template void fill_boundary(const Stream<ThisBackend>&, const Communicator<ThisBackend>&, const Grid&,
                            const Subdomain&, Location, real*);

} // namespace ibsim

// Triangles of the convex hull of nodes on the sphere, by Qhull. The hull of points on a sphere is their
// Delaunay triangulation on it.
#include "base/error.hpp"
#include "surface/sites.hpp"

#include <cstdio>
#include <memory>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace ibsim {

std::vector<Vec3<int>> triangulate(const std::vector<Real3>& nodes) {
  const int n = static_cast<int>(nodes.size());
  if (n < 4) throw InputError("a surface needs at least 4 sites, not " + std::to_string(n));
  std::vector<coordT> coordinates;
  for (const Real3& x : nodes) coordinates.insert(coordinates.end(), {x.x, x.y, x.z});

  struct Hull {
    qhT qh;
    Hull() { qh_zero(&qh, stderr); }
    ~Hull() {
      int current = 0, total = 0;
      qh_freeqhull(&qh, !qh_ALL);
      qh_memfreeshort(&qh, &current, &total);
    }
  };
  const auto hull = std::make_unique<Hull>();
  qhT* qh = &hull->qh;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> messages(std::tmpfile(), std::fclose);
  char options[] = "qhull Qt Pp"; // triangles only, no warnings about precision
  if (qh_new_qhull(qh, 3, n, coordinates.data(), False, options, nullptr,
                   messages ? messages.get() : stderr) != 0)
    throw InputError("the " + std::to_string(n) + " sites of a surface have no convex hull with a volume");

  std::vector<Vec3<int>> triangles;
  std::vector<char> used(n, 0);
  facetT* facet;
  FORALLfacets {
    int corner[3] = {0, 0, 0}, corners = 0;
    vertexT *vertex, **vertexp;
    FOREACHvertex_(facet->vertices) {
      if (corners < 3) corner[corners] = qh_pointid(qh, vertex->point);
      ++corners;
    }
    if (corners != 3) throw InputError("the sites of a surface do not give triangles");
    const Real3 &a = nodes[corner[0]], &b = nodes[corner[1]], &c = nodes[corner[2]];
    const real side = dot(cross(b - a, c - a), Real3{facet->normal[0], facet->normal[1], facet->normal[2]});
    if (dot(cross(b - a, c - a), a) * side <= 0)
      throw InputError("the sites of a surface do not surround its centre");
    triangles.push_back(side > 0 ? Vec3<int>{corner[0], corner[1], corner[2]}
                                 : Vec3<int>{corner[0], corner[2], corner[1]});
    for (int i : corner) used[i] = 1;
  }
  for (int i = 0; i < n; ++i)
    if (!used[i]) throw InputError("site " + std::to_string(i) + " of a surface coincides with another");
  return triangles;
}

} // namespace ibsim

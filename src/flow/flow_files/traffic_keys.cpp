// `traffic`: parts of the box through which objects leave and copies of them come, and how many objects of a
// kind there may be.
#include "flow_files/flow_keys.hpp"
#include "flow_files/region_key.hpp"
#include "model/flow_model.hpp"
#include "packing/placement_table.hpp"
#include "walls/pilots.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ibsim {
namespace {

/// A name that no other entry has.
template <class T>
Key name_key(const std::vector<T>& all, T& one, const char* such_as) {
  return key::text("name", one.name, "Name in tables, unique.")
      .needs(such_as)
      .check([&all, &one]() -> std::string {
        const auto alike =
            std::count_if(all.begin(), all.end(), [&](const T& other) { return other.name == one.name; });
        return alike > 1 ? "is the name of another entry" : "";
      });
}

} // namespace

Key traffic_key(FlowModel& s) {
  const auto outlet_key = [&s](Outlet& outlet) {
    return key::map("",
                    {name_key(s.outlets, outlet, "out"),
                     region_key("within", outlet.within, s.grid,
                                "Part of the box. An object leaves when all of its sites are in it.")},
                    "An outlet.");
  };
  const auto inlet_key = [&s](Inlet& inlet) {
    return key::map(
        "",
        {name_key(s.inlets, inlet, "in"),
         region_key("from", inlet.from, s.grid,
                    "Part of the box whose objects have copies; objects go through it along +z. A copy whose "
                    "original has passed its upper end becomes an object of its own."),
         key::vector("offset", inlet.offset, dimension::length,
                     "Way from an object to its copy; it is rounded to multiples of h.")
             .needs("[20 um, 0 um, 0 um]")
             .afterwards([&inlet, &s] {
               const real h = s.grid.h;
               for (int d = 0; d < 3; ++d) inlet.offset[d] = h * std::round(inlet.offset[d] / h);
             })
             .check([&inlet]() -> std::string { return norm(inlet.offset) > 0 ? "" : "is no way at all"; })},
        "An inlet.");
  };
  Key outlets = key::list<Outlet>("outlets", "a list of outlets such as {name: out, within: {low: [..]}}",
                                  s.outlets, outlet_key, "Parts of the box in which objects leave the run.")
                    .by_default("none; with a pilot in vessel.openings the plenum before each other mouth",
                                [&s] { s.outlets = outlets_of_openings(s); });
  Key inlets =
      key::list<Inlet>("inlets", "a list of inlets such as {name: in, from: {..}, offset: [..]}", s.inlets,
                       inlet_key, "Parts of a periodic pilot vessel from which copies of its objects come.")
          .by_default("none, or those of the pilots in vessel.openings",
                      [&s] { s.inlets = inlets_of_pilots(s); });
  Key traffic = key::map("traffic", {outlets, inlets},
                         "Objects that leave the run and come into it. Objects with enters or leaves need "
                         "none of it.");
  traffic.written_back = !s.outlets.empty() || !s.inlets.empty();
  return traffic;
}

Key capacity_key(ObjectKind& kind) {
  Key capacity = key::integer("capacity", kind.capacity, 1, 10000000,
                              "Largest number of objects of this kind at a time, for traffic.inlets. Memory "
                              "is kept for this number.")
                     .by_default("the number of placements", [&kind] { kind.capacity = 0; });
  capacity.written_back = kind.capacity > 0;
  return capacity;
}

} // namespace ibsim

#include "pictures/vessel_colours.hpp"

#include "base/error.hpp"

namespace ibsim::view {

bool is_field_of_wall(const std::string& field) { return field == "wall_stress" || field == "traction"; }

FieldValues VesselColours::at(double time, const std::string& field) {
  const FrameEntry& entry = nearest_frame(frames_, time);
  if (!entry.damage.empty()) throw ResourceError(entry.damage);
  if (const std::string wanted = entry.path.string() + " " + field; shown_ != wanted) {
    try {
      data_ = read_surface_frame(entry.path, arrays_for(field), data_.topology);
    } catch (const InputError& e) { // an error of the machine: the run is what it is
      throw ResourceError(e.what());
    }
    shown_ = wanted;
  }
  return field_values(data_, field, {});
}

Range VesselColours::range(double first, double last, const std::string& field) {
  constexpr int looked_at = 5;
  std::optional<Range> all;
  for (int i = 0; i < looked_at; ++i) {
    const Range one = range_of(at(first + (last - first) * i / (looked_at - 1), field));
    all = all ? united(*all, one) : one;
  }
  return *all;
}

} // namespace ibsim::view

#include "model/object_name.hpp"

#include "model/flow_model.hpp"

namespace ibsim {

std::size_t object_number(const FlowModel& model, std::size_t kind, std::size_t object) {
  for (std::size_t k = 0; k < kind; ++k) object += model.objects[k].placements.size();
  return object;
}

std::string object_name(const FlowModel& model, std::size_t kind, std::size_t object) {
  std::string name = "\"" + model.objects[kind].name + "\"";
  if (object_number(model, model.objects.size(), 0) > 1)
    name += " (object " + std::to_string(object_number(model, kind, object)) + ")";
  return name;
}

std::string name_by_id(const FlowModel& model, std::size_t kind, std::int64_t id) {
  return "\"" + model.objects[kind].name + "\" (object " + std::to_string(id) + ")";
}

} // namespace ibsim

// The panels of the window: time, look, what is shown, tables, the object that was picked, help.
#include "base/error.hpp"
#include "base/text.hpp"
#include "renderer/colours.hpp"
#include "window/window_state.hpp"

#include <algorithm>
#include <imgui/imgui.h>

namespace ibsim::view {
namespace {

/// A list of names; true if another was chosen.
bool choose(const char* label, const std::vector<std::string>& names, int& chosen) {
  bool other = false;
  if (ImGui::BeginCombo(label, names.at(static_cast<std::size_t>(chosen)).c_str())) {
    for (int i = 0; i < static_cast<int>(names.size()); ++i)
      if (ImGui::Selectable(names[static_cast<std::size_t>(i)].c_str(), i == chosen) && i != chosen)
        chosen = i, other = true;
    ImGui::EndCombo();
  }
  return other;
}

int index_in(const std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? 0 : static_cast<int>(found - names.begin());
}

void time_panel(WindowState& s) {
  const int last = static_cast<int>(s.pictures->frames().size()) - 1;
  if (ImGui::Button(s.playing ? "pause" : "play")) s.playing = !s.playing;
  ImGui::SameLine();
  ImGui::Checkbox("follow", &s.follow);
  ImGui::SameLine();
  ImGui::SetNextItemWidth(80);
  ImGui::SliderFloat("frames/s", &s.frames_a_second, 1, 60, "%.0f");
  int frame = static_cast<int>(s.frame);
  ImGui::SetNextItemWidth(-1);
  if (ImGui::SliderInt("##frame", &frame, 0, last, text("%%d of %d", last).c_str()))
    s.go_to(static_cast<std::size_t>(frame));
  ImGui::TextUnformatted(time_caption(s.time()).c_str());
}

void look_panel(WindowState& s, bool& save_picture) {
  int look = static_cast<int>(s.options.look);
  if (choose("look", look_names(), look)) s.options.look = static_cast<Look>(look), s.changed(true);
  if (s.options.look == Look::data) {
    int field = index_in(field_names(), s.options.field), map = index_in(map_names(), s.options.map);
    if (choose("field", field_names(), field))
      s.options.field = field_names()[static_cast<std::size_t>(field)], s.changed(true);
    if (choose("map", map_names(), map))
      s.options.map = map_names()[static_cast<std::size_t>(map)], s.changed(false);
    auto opacity = static_cast<float>(s.options.opacity);
    if (ImGui::SliderFloat("opacity", &opacity, 0.05f, 1)) s.options.opacity = opacity, s.new_picture = true;
  }
  int slice = s.options.slice ? s.options.slice->axis + 1 : 0;
  if (choose("slice", {"none", "across x", "across y", "across z"}, slice)) {
    s.options.slice = slice == 0 ? std::nullopt : std::optional<Slice>({slice - 1, {}});
    s.changed(s.options.field == "velocity"); // of one bar for both
  }
  if (s.options.slice) {
    const auto axis = static_cast<std::size_t>(s.options.slice->axis);
    auto at =
        static_cast<float>(s.options.slice->at.value_or(0.5 * (s.scene.low[axis] + s.scene.high[axis])));
    if (ImGui::SliderFloat("at (um)", &at, s.scene.low[axis], s.scene.high[axis]))
      s.options.slice->at = at, s.changed(s.options.field == "velocity");
    if (ImGui::Checkbox("arrows", &s.options.arrows)) s.changed(false);
  }
  bool other = ImGui::Checkbox("streamlines", &s.options.streamlines);
  ImGui::SameLine();
  other |= ImGui::Checkbox("paths", &s.options.paths);
  ImGui::SameLine();
  other |= ImGui::Checkbox("beads", &s.options.beads);
  other |= ImGui::Checkbox("unwrapped", &s.options.unwrapped);
  ImGui::SameLine();
  other |= ImGui::Checkbox("images", &s.options.images);
  ImGui::SameLine();
  other |= ImGui::Checkbox("scale", &s.options.annotations);
  if (other) s.changed(false);
  if (ImGui::Button("save picture")) save_picture = true;
  ImGui::SameLine();
  if (ImGui::Button("save camera")) s.save_camera();
  ImGui::SameLine();
  if (ImGui::Button("whole box")) s.new_camera = s.new_picture = true;
}

void graph(const RunTables::Column& column, double time) {
  if (column.values.empty()) return;
  const auto [least, most] = std::minmax_element(column.values.begin(), column.values.end());
  const auto now = static_cast<std::size_t>(
      std::lower_bound(column.times.begin(), column.times.end(), static_cast<float>(time)) -
      column.times.begin());
  const float present = column.values[std::min(now, column.values.size() - 1)];
  ImGui::PlotLines("##graph", column.values.data(), static_cast<int>(column.values.size()), 0,
                   text("%.5g", present).c_str(), *least, *most,
                   ImVec2(ImGui::GetContentRegionAvail().x, 90)); // Dear ImGui 1.86 takes no -1 here
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const float x =
      low.x + (high.x - low.x) * static_cast<float>(now) / static_cast<float>(column.values.size());
  // the frame shown
  ImGui::GetWindowDrawList()->AddLine({x, low.y}, {x, high.y}, IM_COL32(255, 200, 80, 180));
  ImGui::Text("%.5g to %.5g", static_cast<double>(*least), static_cast<double>(*most));
}

void graph_of(const char* label, const std::vector<RunTables::Column>& columns, int& chosen, double time) {
  if (columns.empty()) return;
  std::vector<std::string> names;
  for (const RunTables::Column& column : columns) names.push_back(column.name);
  chosen = std::clamp(chosen, 0, static_cast<int>(names.size()) - 1);
  ImGui::SetNextItemWidth(-1);
  choose(label, names, chosen);
  graph(columns[static_cast<std::size_t>(chosen)], time);
}

void table_panel(WindowState& s) {
  graph_of("##run", s.tables.columns(), s.column, s.time());
  if (!s.picked) {
    ImGui::TextDisabled("double-click a cell for its numbers");
    return;
  }
  ImGui::Separator();
  ImGui::Text("object %d", *s.picked);
  for (const std::string& line : s.tables.numbers_of(*s.picked, s.time()))
    ImGui::TextUnformatted(line.c_str());
  ImGui::PushID("cells");
  graph_of("##cells", s.tables.columns_of(*s.picked), s.cell_column, s.time());
  ImGui::PopID();
}

void help_panel(WindowState& s) {
  if (!s.help) return;
  ImGui::Begin("keys", &s.help, ImGuiWindowFlags_AlwaysAutoResize);
  for (const char* line :
       {"drag             orbit", "shift + drag     move", "wheel            nearer, further",
        "double click     pick a cell", "space            play, pause", "left, right      a frame back, on",
        "home, end        first, last frame", "1 2 3            microscope, studio, data",
        "r                the whole box again", "s                save the picture",
        "c                save the camera", "p                the panels", "h or F1          this help",
        "q or escape      leave"})
    ImGui::TextUnformatted(line);
  ImGui::End();
}

} // namespace

void WindowState::save_picture(const Image& image) {
  for (int i = 1;; ++i) {
    const std::filesystem::path path = text("view_%03d.png", i);
    if (std::filesystem::exists(path)) continue;
    try {
      write_png(path, image);
      message = "saved " + path.string();
    } catch (const Error& e) {
      message = e.what();
    }
    return;
  }
}

void WindowState::save_camera() {
  try {
    write_camera("camera.yaml", camera);
    message = "saved camera.yaml, for ibsim render --camera camera.yaml";
  } catch (const Error& e) {
    message = e.what();
  }
}

void draw_panels(WindowState& s, bool& save_picture) {
  ImGui::SetNextWindowPos({12, 44}, ImGuiCond_FirstUseEver);
  ImGui::SetNextWindowSize({330, 0}, ImGuiCond_FirstUseEver);
  ImGui::SetNextWindowBgAlpha(0.85f);
  ImGui::Begin(s.folder.filename().empty() ? "run" : s.folder.filename().string().c_str());
  time_panel(s);
  ImGui::Separator();
  look_panel(s, save_picture);
  ImGui::Separator();
  table_panel(s);
  if (ImGui::Button("keys (h)")) s.help = !s.help;
  if (!s.message.empty()) ImGui::TextWrapped("%s", s.message.c_str());
  ImGui::End();
  help_panel(s);
}

} // namespace ibsim::view

#include "schema/common_keys.hpp"

#include "base/utf8.hpp"
#include "parallel/cores.hpp"
#include "parallel/world.hpp"
#include "schema/in_unit.hpp"

#include <filesystem>

namespace ibsim {

Key kind_key(const std::string& kind) {
  return key::one_of(
             "kind", [] { return 0; }, [](std::size_t) {}, {kind},
             "The system that the scenario describes; ibsim help lists the kinds. A flow may leave it out.")
      .by_default(kind == "flow" ? "flow" : "must be given");
}

Key title_key(std::string& title, const std::string& file_name) {
  return key::text("title", title, "Name of the run, in its log and in ibsim info.")
      .by_default("the name of the file",
                  [&title, file_name] { title = std::filesystem::path(file_name).stem().string(); })
      .changes(ChangeEffect::nothing);
}

Key folder_key(std::string& folder, const std::string& file_name) {
  return key::value(
             "folder", "the path of a folder",
             [&folder](const Tree& tree, const std::string& path) {
               const std::string text = read_text(tree, path);
               if (text.find('\0') != std::string::npos)
                 fail_at(tree, path + ": contains a zero byte, which no path may");
               folder = text;
             },
             [&folder] { return quoted_yaml(valid_utf8(folder)); },
             "Folder of the results; --output replaces it. It must be empty or new, unless --overwrite is "
             "given.")
      .by_default("results/NAME, with the name of the scenario file", [&folder, file_name] {
        folder = (std::filesystem::path("results") / std::filesystem::path(file_name).stem()).string();
      });
}

Key wall_clock_key(real& every) {
  return key::quantity("checkpoint_every_wall_clock", every, dimension::time,
                       "Wall-clock time between additional checkpoints.")
      .above(0)
      .by_default(in_unit(every, dimension::time, "min") + "; never if checkpoint_every is never")
      .or_word(
          "never", [&every] { return every == 0; },
          [&every](bool never) {
            if (never) every = 0;
          });
}

Key device_key(DevicePlan& device, bool several) {
  std::vector<Key> keys{
      key::choice("backend", device.backend, {"auto", "cpu", "cuda"},
                  "Device that computes; auto is the GPU if there is one. --device replaces it."),
      key::integer("threads", device.threads, 0, most_threads,
                   "Number of CPU threads; 0 is one for each core. --threads replaces it.")};
  if (several) {
    keys.push_back(
        key::integer("gpus", device.gpus, 0, most_ranks,
                     "Number of GPUs of this machine that share the steps; 0 is all. --gpus replaces it."));
    keys.push_back(key::choice("copies", device.copies, {"auto", "device", "host"},
                               "Memory for the two copies of the state to which a run returns after a "
                               "failure: device or host. auto is the device, if four copies fit there."));
  }
  return key::map("device", std::move(keys),
                  "The device and its resources. Results are the same for any number of threads" +
                      std::string(several ? " and of GPUs" : "") + ", to the bit.")
      .changes(ChangeEffect::nothing);
}

} // namespace ibsim

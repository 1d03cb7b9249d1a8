#include "schema/common_keys.hpp"
#include "parallel/cores.hpp"
#include "parallel/world.hpp"
#include "schema/in_unit.hpp"
#include "schema/utf8.hpp"

#include <filesystem>

namespace ibsim {

Key kind_key(const std::string& kind) {
  return key::one_of(
             "kind", [] { return 0; }, [](std::size_t) {}, {kind},
             "What the scenario is; ibsim help lists the kinds. A flow needs no kind.")
      .by_default(kind == "flow" ? "flow" : "must be given");
}

Key title_key(std::string& title, const std::string& file_name) {
  return key::text("title", title, "What the run is called, in its log and by ibsim info.")
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
                 fail_at(tree, path + ": holds a zero byte, which no path can");
               folder = text;
             },
             [&folder] { return quoted_yaml(valid_utf8(folder)); },
             "Where the results go; --output says otherwise. It must be empty or new, unless --overwrite is "
             "given.")
      .by_default("results/NAME, NAME being that of the file", [&folder, file_name] {
        folder = (std::filesystem::path("results") / std::filesystem::path(file_name).stem()).string();
      });
}

Key wall_clock_key(real& every) {
  return key::quantity("checkpoint_every_wall_clock", every, dimension::time,
                       "Checkpoints also after so much time of the clock on the wall.")
      .above(0)
      .by_default(in_unit(every, dimension::time, "min") + "; never where checkpoint_every is never")
      .or_word(
          "never", [&every] { return every == 0; },
          [&every](bool never) {
            if (never) every = 0;
          });
}

Key device_key(DevicePlan& device, bool several) {
  std::vector<Key> keys{
      key::choice("backend", device.backend, {"auto", "cpu", "cuda"},
                  "Where to compute; auto is the GPU if there is one. --device says otherwise."),
      key::integer("threads", device.threads, 0, most_threads,
                   "Threads of the CPU; 0 is one for each core. --threads says otherwise.")};
  if (several) {
    keys.push_back(
        key::integer("gpus", device.gpus, 0, most_ranks,
                     "GPUs of this machine that share the steps; 0 is all. --gpus says otherwise."));
    keys.push_back(
        key::choice("copies", device.copies, {"auto", "device", "host"},
                    "Where the two copies of the state lie, to which a run goes back after a failure: in the "
                    "memory of the "
                    "device or of its host. auto is the device, if it has room for four of them."));
  }
  return key::map("device", std::move(keys),
                  "What computes. Results are the same for any number of threads" +
                      std::string(several ? " and of GPUs" : "") + ", to the bit.")
      .changes(ChangeEffect::nothing);
}

} // namespace ibsim

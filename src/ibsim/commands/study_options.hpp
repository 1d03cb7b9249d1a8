// The options of `ibsim reproduce`, `validate` and `bench`.
#pragma once

namespace CLI {
class App;
}

namespace ibsim {

struct CommandLine;

void add_reproduce_options(CLI::App&, CommandLine&);
void add_validate_options(CLI::App&, CommandLine&);
void add_bench_options(CLI::App&, CommandLine&);

} // namespace ibsim

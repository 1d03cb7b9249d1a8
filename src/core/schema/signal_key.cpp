#include "schema/signal_key.hpp"

#include "schema/time_table.hpp"

namespace ibsim {
namespace {

void read_table(const Fields& fields, const std::string& path, Dimension d,
                const std::filesystem::path& folder, Signal& signal) {
  const Tree* const file = fields.find("file");
  if (file && (fields.find("times") || fields.find("values")))
    fail_at(fields.tree(), path + ": expected a file or times and values, not both");
  TimeTable table;
  if (file) {
    table = read_time_table(*file, path + ".file", folder, "value", d);
  } else {
    table.times = read_quantities(fields.need("times", "[0 ms, 50 ms]"), path + ".times", dimension::time);
    const std::string zero = format_quantity(0, d);
    table.values =
        read_quantities(fields.need("values", "[" + zero + ", " + zero + "]"), path + ".values", d);
    if (const std::string trouble = trouble_with(table); !trouble.empty())
      fail_at(fields.tree(), path + ": " + trouble);
  }
  if (const Tree* from = fields.find("from")) {
    const real begin = read_quantity(*from, path + ".from", dimension::time);
    for (real& time : table.times) time -= begin;
  }
  signal.times = std::move(table.times), signal.values = std::move(table.values);
}

void read_into(Signal& signal, const Tree& tree, const std::string& path, Dimension d,
               const std::filesystem::path& folder) {
  signal = {};
  if (tree.kind != Tree::Kind::map) {
    signal.mean = read_quantity(tree, path, d);
    return;
  }
  const Fields fields(tree, path,
                      {"mean", "amplitude", "period", "phase", "file", "times", "values", "from", "repeats"});
  if (const Tree* t = fields.find("mean")) signal.mean = read_quantity(*t, path + ".mean", d);
  if (const Tree* t = fields.find("amplitude")) {
    signal.amplitude = read_quantity(*t, path + ".amplitude", d);
    signal.period = read_positive(fields.need("period", "1 ms"), path + ".period", dimension::time);
  } else if (const Tree* period = fields.find("period"))
    fail_at(*period, path + ".period: has no meaning without an amplitude");
  if (const Tree* t = fields.find("phase")) {
    if (!fields.find("amplitude")) fail_at(*t, path + ".phase: has no meaning without an amplitude");
    signal.phase = read_quantity(*t, path + ".phase", dimension::angle);
  }
  if (fields.find("file") || fields.find("times") || fields.find("values"))
    read_table(fields, path, d, folder, signal);
  if (const Tree* t = fields.find("repeats")) signal.repeats = read_boolean(*t, path + ".repeats");
  if (signal.times.empty())
    for (const char* key : {"from", "repeats"})
      if (const Tree* t = fields.find(key))
        fail_at(*t, path + "." + key + ": has no meaning without a table");
}

} // namespace

Signal read_signal(const Tree& tree, const std::string& path, Dimension d,
                   const std::filesystem::path& folder) {
  Signal signal;
  read_into(signal, tree, path, d, folder);
  if (constexpr real most = 1e30; !(signal.bound() <= most))
    fail_at(tree, path + ": is outside the range of numbers");
  return signal;
}

std::string signal_yaml(const Signal& s, Dimension d) {
  if (s.constant()) return format_quantity(s.mean, d);
  std::string text = "{mean: " + format_quantity(s.mean, d);
  if (s.amplitude != 0)
    text += ", amplitude: " + format_quantity(s.amplitude, d) +
            ", period: " + format_quantity(s.period, dimension::time) +
            ", phase: " + format_quantity(s.phase, dimension::angle);
  if (!s.times.empty())
    text += ", times: " + quantities_yaml(s.times, dimension::time) +
            ", values: " + quantities_yaml(s.values, d) + (s.repeats ? ", repeats: true" : "");
  return text + "}";
}

Key signal_key(const std::string& name, Signal& signal, Dimension d, const std::filesystem::path& folder,
               const std::string& help) {
  return key::value(
      name,
      dimension_in_words(d) + ", or {mean: .., amplitude: .., period: .., phase: ..}, or {file: TABLE.csv}",
      [&signal, d, folder](const Tree& tree, const std::string& path) {
        signal = read_signal(tree, path, d, folder);
      },
      [&signal, d] { return signal_yaml(signal, d); }, help);
}

} // namespace ibsim

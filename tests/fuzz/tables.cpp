// Fuzzer of tables: two tables of any bytes are read, described and compared, or refused in one line. A table
// is the same as itself, and a changed table is not taken for that of a checkpoint.
//
// The two tables are divided by a byte of zero.
#include "files/compare_series.hpp"
#include "files/csv.hpp"
#include "files/describe_file.hpp"
#include "files/read_csv.hpp"
#include "fuzzing.hpp"

#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace fuzzing;
  using namespace ibsim;
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t end = bytes.find('\0');
  const auto a = folder() / "a.csv", b = folder() / "b.csv";
  write(a, bytes.substr(0, end));
  write(b, end == bytes.npos ? "" : bytes.substr(end + 1));
  read_or_refused([&] { describe_file(a); });
  for (const double tolerance : {0.0, 1e-3}) {
    read_or_refused([&] { compare_series(read_run_csv(a), read_run_csv(b), tolerance); });
    read_or_refused([&] {
      const CsvTable table = read_run_csv(a);
      require(compare_series(table, table, tolerance).same, "differs from itself", bytes);
    });
  }
  const std::uint64_t length = bytes.substr(0, end).size();
  ContentHash hash;
  hash.add(bytes.data(), length);
  for (const std::uint64_t n : {length, length / 2, length + 1})
    read_or_refused([&] {
      require_table(a, {"step", "time (us)", "kinetic energy (fJ)"}, {n, hash.value()});
    });
  return 0;
}

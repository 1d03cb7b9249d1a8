// Names of the spreading algorithms.
#include "coupling/spread.hpp"

namespace ibsim {
namespace {

constexpr struct {
  SpreadAlgorithm algorithm;
  const char* name;
} names[] = {
    {SpreadAlgorithm::serial, "serial"},
    {SpreadAlgorithm::sort_reduce, "sort-reduce"},
    {SpreadAlgorithm::preallocated_buffer, "preallocated-buffer"},
    {SpreadAlgorithm::on_the_fly_buffer, "on-the-fly-buffer"},
    {SpreadAlgorithm::columns, "columns"},
    {SpreadAlgorithm::columns_pruned, "columns-pruned"},
    {SpreadAlgorithm::cells, "cells"},
    {SpreadAlgorithm::atomics, "atomics"},
    {SpreadAlgorithm::tiles, "tiles"},
};

} // namespace

std::string to_string(SpreadAlgorithm algorithm) {
  for (const auto& entry : names)
    if (entry.algorithm == algorithm) return entry.name;
  return {};
}

std::optional<SpreadAlgorithm> spread_algorithm_from(std::string_view name) {
  for (const auto& entry : names)
    if (name == entry.name) return entry.algorithm;
  return std::nullopt;
}

std::vector<std::string> spread_algorithm_names() {
  std::vector<std::string> all;
  for (const auto& entry : names) all.emplace_back(entry.name);
  return all;
}

bool is_deterministic(SpreadAlgorithm algorithm) { return algorithm != SpreadAlgorithm::atomics; }

} // namespace ibsim

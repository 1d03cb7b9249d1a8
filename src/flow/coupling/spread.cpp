// Names of the spreading algorithms.
#include "coupling/spread_algorithm.hpp"

#include "base/enum_names.hpp"

namespace ibsim {
namespace {

constexpr EnumName<SpreadAlgorithm> names[] = {
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

std::string to_string(SpreadAlgorithm algorithm) { return name_in(names, algorithm); }
std::optional<SpreadAlgorithm> spread_algorithm_from(std::string_view name) { return value_in(names, name); }
std::vector<std::string> spread_algorithm_names() { return names_in(names); }

bool is_deterministic(SpreadAlgorithm algorithm) { return algorithm != SpreadAlgorithm::atomics; }

} // namespace ibsim

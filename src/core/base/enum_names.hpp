// The names of an enumeration, as a table of values and what a person reads and writes for them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ibsim {

template <class E>
struct EnumName {
  E value;
  const char* name;
};

/// Empty for a value that has none.
template <class E, std::size_t n>
std::string name_in(const EnumName<E> (&table)[n], E value) {
  for (const EnumName<E>& entry : table)
    if (entry.value == value) return entry.name;
  return {};
}

template <class E, std::size_t n>
std::optional<E> value_in(const EnumName<E> (&table)[n], std::string_view name) {
  for (const EnumName<E>& entry : table)
    if (name == entry.name) return entry.value;
  return std::nullopt;
}

template <class E, std::size_t n>
std::vector<std::string> names_in(const EnumName<E> (&table)[n]) {
  std::vector<std::string> all;
  for (const EnumName<E>& entry : table) all.emplace_back(entry.name);
  return all;
}

} // namespace ibsim

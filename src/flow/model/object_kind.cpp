#include "model/object_kind.hpp"

namespace ibsim {
namespace {

SiteCounts sites_of(const ClosedSurface& s) { return {s.data_sites, s.sample_sites}; }
SiteCounts sites_of(const Tube& t) { return {t.sites, t.sites}; }
SiteCounts sites_of(const Sheet& s) { return {s.membrane ? s.data_sites : s.sites, s.sites}; }
SiteCounts sites_of(const Tracer&) { return {1, 1}; }

} // namespace

SiteCounts ObjectKind::sites() const {
  return std::visit([](const auto& s) { return sites_of(s); }, structure);
}

} // namespace ibsim

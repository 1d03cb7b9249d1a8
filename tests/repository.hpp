// Paths of the sources, for tests that read them.
#pragma once

#include <filesystem>

/// The top folder of the clone that these tests were built from.
std::filesystem::path repository();

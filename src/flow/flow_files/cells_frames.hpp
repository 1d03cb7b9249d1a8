// Frames of the surfaces of all objects: VTKHDF PolyData, each whole in itself (files/frame_series).
//
// Every frame holds the triangles too, as 32-bit numbers: a quarter of its bytes, for which it can be copied,
// deleted or opened alone. A field is named by its quantity alone, since HDF5 does not allow the "/" of
// "um/us" in a name; its unit is the attribute `units` of the dataset.
#pragma once

#include "base/vec3.hpp"
#include "files/frame_series.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <span>

namespace ibsim {

/// All objects that there can be.
struct SurfaceMesh {
  std::size_t points = 0;           ///< of all objects
  std::vector<Vec3<int>> triangles; ///< indices of points, counter-clockwise seen from outside
  std::vector<int> object;          ///< of each point: the number of its object, from 0
  std::vector<int> kind;            ///< of each point: the number of its kind, from 0
};

class CellsFrames {
 public:
  /// @param name "cells": of the files
  /// @param fields those of every frame, in the order of append
  /// @param kept as for FrameSeries. @param changes whether objects come and go. @throws ResourceError
  CellsFrames(const std::filesystem::path& folder, const std::string& name, SurfaceMesh,
              std::vector<OutputField> fields, const FrameFormat&, std::size_t kept = 0,
              bool changes = false);

  /// @param positions [point][3], um; T is float or double
  /// @param fields each [point][component]
  /// @param state_hash of the state shown (state/state_hash)
  /// @param ids of the objects that are there, by slot; -1: absent, and not in the frame. Empty: all are
  /// there, and their numbers are their ids
  template <class T>
  void append(double time, std::span<const T> positions, const std::vector<std::span<const T>>& fields,
              std::uint64_t state_hash, const std::vector<std::int64_t>& ids = {});
  void settle() { series_.settle(); }
  std::size_t frames() const { return series_.frames(); }

 private:
  void write_mesh(hdf5::File&, const SurfaceMesh&) const;
  template <class T>
  void write_values(hdf5::File&, const std::string& name, int components, const std::string& units,
                    std::span<const T>, std::size_t points) const;
  struct Numbers {
    std::size_t points, triangles;
  };
  /// Numbers of frames that have others than the mesh, by file.
  using NumbersOfFrames = std::map<std::string, Numbers>;
  static Numbers numbers_of(const std::filesystem::path& file);

  SurfaceMesh mesh_;
  std::vector<OutputField> fields_;
  FrameFormat format_;
  std::shared_ptr<NumbersOfFrames> numbers_ = std::make_shared<NumbersOfFrames>();
  bool changes_; ///< objects come and go
  FrameSeries series_;
};

} // namespace ibsim

// Vec3<T>: three components, with the arithmetic of vectors in space.
#pragma once

#include "base/host_device.hpp"
#include "base/precision.hpp"

#include <cmath>

namespace ibsim {

template <class T>
struct Vec3 {
  T x{}, y{}, z{};

  IBSIM_HD constexpr T& operator[](int d) { return d == 0 ? x : (d == 1 ? y : z); }
  IBSIM_HD constexpr const T& operator[](int d) const { return d == 0 ? x : (d == 1 ? y : z); }

  IBSIM_HD constexpr Vec3& operator+=(const Vec3& o) {
    x += o.x, y += o.y, z += o.z;
    return *this;
  }
  IBSIM_HD constexpr Vec3& operator-=(const Vec3& o) {
    x -= o.x, y -= o.y, z -= o.z;
    return *this;
  }
  IBSIM_HD constexpr Vec3& operator*=(T s) {
    x *= s, y *= s, z *= s;
    return *this;
  }
  friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
};

template <class T>
IBSIM_HD constexpr Vec3<T> operator+(Vec3<T> a, const Vec3<T>& b) {
  return a += b;
}
template <class T>
IBSIM_HD constexpr Vec3<T> operator-(Vec3<T> a, const Vec3<T>& b) {
  return a -= b;
}
template <class T>
IBSIM_HD constexpr Vec3<T> operator-(const Vec3<T>& a) {
  return {-a.x, -a.y, -a.z};
}
template <class T>
IBSIM_HD constexpr Vec3<T> operator*(T s, Vec3<T> a) {
  return a *= s;
}
template <class T>
IBSIM_HD constexpr Vec3<T> operator*(Vec3<T> a, T s) {
  return a *= s;
}
template <class T>
IBSIM_HD constexpr Vec3<T> operator/(Vec3<T> a, T s) {
  return {a.x / s, a.y / s, a.z / s};
}

template <class T>
IBSIM_HD constexpr T dot(const Vec3<T>& a, const Vec3<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T>
IBSIM_HD constexpr Vec3<T> cross(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class T>
IBSIM_HD T norm(const Vec3<T>& a) {
  return std::sqrt(dot(a, a));
}
template <class T>
IBSIM_HD Vec3<T> normalized(const Vec3<T>& a) {
  return a / norm(a);
}

using Real3 = Vec3<real>;
using Int3 = Vec3<int>;

} // namespace ibsim

// An elastic sheet across a periodic box, a relief over its (x, z) plane at rest: as the rigid one of
// sheet.hpp, but with data and sample sites of their own and operators between them, for all that membranes
// have.
//
// Sites are rows on a rectangle, x_i = Lx (i + 1/2)/n along each side, and functions are trigonometric
// polynomials, with n odd all that n points know:
//   s(x) = sum_i D(x - x_i) f_i,   D(x) = (1 + 2 sum_{j <= (n-1)/2} cos(2 pi j x/L))/n
// and its derivatives, a product along each side (RbfOperators::separable). Positions are x, z and a periodic
// function: the affine part is added to what the operators make of them (SurfaceKind::affine).
//
// Its motion and its forces are in the space of the waves of a length and more along either side, which n
// points know with room to spare. Shorter ones hardly move the fluid as the kernel spreads them, while a site
// on a slope, which stands still where the grid does not, asks for them: they would have to be large.
#pragma once

#include "surface/sheet.hpp"

namespace ibsim {

/// Rows as near to `spacing` apart as odd numbers allow. @throws InputError if a length is not positive
SheetRows odd_sheet_rows(real size_x, real size_z, real spacing);

/// The derivatives of periodic functions on a line of this length, from n to m points. @param n odd
LineOperators trigonometric_operators(int n, int m, real length);

/// The waves of a rectangle with 0 to `waves` periods along each side, at rows of sites. @throws InputError
/// if the rows are too few for them
SiteFunctions waves_at(real size_x, real size_z, SheetRows rows, SheetRows waves);

/// Fills in SurfaceKind::resolved of an elastic sheet with the waves that are this long or longer, um, as far
/// as its data sites know them, and with one along each side at least.
void add_resolved_waves(SurfaceKind&, real size_x, real size_z, real shortest);

/// @param size_x the box's, um @param data odd numbers. Positions at rest are about the middle of the plane.
SurfaceKind make_elastic_sheet(const Relief&, real size_x, real size_z, SheetRows data, SheetRows samples);

} // namespace ibsim

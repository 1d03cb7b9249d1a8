// A file driver of HDF5 under which the file on the disk is always what it was at a flush: HDF5 changes what
// it has written before (indices, sizes) in many small writes, and a process killed between two of them would
// leave a file that does not open.
//
// Writes beyond the end of the last flush go to the disk at once: nothing refers to them yet. Changes of
// older bytes wait until the next flush, which makes them together (io/journal). A new file has its name only
// from the first flush on; before, it is NAME.writing. From the first settle on (of a file that was there,
// from its opening on) a crash of the whole machine can be undone back to the last settle (io/undo_log).
#pragma once

#include <hdf5.h>

namespace ibsim::hdf5 {

/// Have a list of access properties open files by this driver.
void use_journaled_driver(hid_t file_access);

/// After a flush of a file under this driver: wait until it is on the disk. @return 0 or an errno
int settle_journaled(hid_t file);

} // namespace ibsim::hdf5

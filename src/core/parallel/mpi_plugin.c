/* mpi_functions.h by MPI: of version 3, of any maker. It is called by one thread. */
#include "parallel/mpi_functions.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

/* An operation that goes on: its requests. Counts of MPI are ints, so large data goes in pieces. */
struct Handle {
  int n;
  MPI_Request requests[];
};
static const size_t most_bytes = (size_t)1 << 30;

static size_t pieces(size_t bytes) { return bytes == 0 ? 0 : (bytes - 1) / most_bytes + 1; }

static struct Handle* handle_of(size_t requests) {
  struct Handle* handle = malloc(sizeof(struct Handle) + requests * sizeof(MPI_Request));
  if (handle) handle->n = 0;
  return handle;
}
static MPI_Request* next(struct Handle* handle) { return &handle->requests[handle->n++]; }

/* A handle of which some operation could not begin: the ranks end soon. */
static void* failed(struct Handle* handle) {
  free(handle);
  return NULL;
}

static int begin(int* rank, int* ranks, int* rank_of_host) {
  int given = 0;
  MPI_Comm host;
  if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &given) != MPI_SUCCESS || given < MPI_THREAD_FUNNELED) return 1;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_rank(MPI_COMM_WORLD, rank);
  MPI_Comm_size(MPI_COMM_WORLD, ranks);
  if (MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, *rank, MPI_INFO_NULL, &host) != MPI_SUCCESS) return 1;
  MPI_Comm_rank(host, rank_of_host);
  MPI_Comm_free(&host);
  return 0;
}

static void* barrier(void) {
  struct Handle* handle = handle_of(1);
  if (!handle || MPI_Ibarrier(MPI_COMM_WORLD, next(handle)) != MPI_SUCCESS) return failed(handle);
  return handle;
}

static void* all_gather(const void* mine, size_t bytes, void* all) {
  struct Handle* handle = handle_of(1);
  if (!handle || bytes > most_bytes ||
      MPI_Iallgather(mine, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, MPI_COMM_WORLD, next(handle)) !=
          MPI_SUCCESS)
    return failed(handle);
  return handle;
}

static void* broadcast(void* data, size_t bytes) {
  struct Handle* handle = handle_of(pieces(bytes));
  for (size_t done = 0; handle && done < bytes; done += most_bytes) {
    const size_t now = bytes - done < most_bytes ? bytes - done : most_bytes;
    if (MPI_Ibcast((char*)data + done, (int)now, MPI_BYTE, 0, MPI_COMM_WORLD, next(handle)) != MPI_SUCCESS)
      return failed(handle);
  }
  return handle;
}

static void* add_words(uint64_t* words, size_t n) {
  const size_t most = most_bytes / sizeof(uint64_t);
  struct Handle* handle = handle_of(pieces(n * sizeof(uint64_t)));
  for (size_t done = 0; handle && done < n; done += most) {
    const size_t now = n - done < most ? n - done : most;
    if (MPI_Iallreduce(MPI_IN_PLACE, words + done, (int)now, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD, next(handle)) !=
        MPI_SUCCESS)
      return failed(handle);
  }
  return handle;
}

static void* exchange(const struct IbsimMpiMessage* messages, size_t n) {
  size_t all = 0;
  for (size_t i = 0; i < n; ++i) all += pieces(messages[i].send_bytes) + pieces(messages[i].receive_bytes);
  struct Handle* handle = handle_of(all);
  for (int sending = 0; sending < 2; ++sending) /* places to receive first */
    for (size_t i = 0; handle && i < n; ++i) {
      const size_t bytes = sending ? messages[i].send_bytes : messages[i].receive_bytes;
      const int rank = messages[i].rank;
      for (size_t done = 0; done < bytes; done += most_bytes) {
        const int now = (int)(bytes - done < most_bytes ? bytes - done : most_bytes);
        const int begun =
            sending ? MPI_Isend((const char*)messages[i].send + done, now, MPI_BYTE, rank, 0, MPI_COMM_WORLD,
                                next(handle))
                    : MPI_Irecv((char*)messages[i].receive + done, now, MPI_BYTE, rank, 0, MPI_COMM_WORLD,
                                next(handle));
        if (begun != MPI_SUCCESS) return failed(handle);
      }
    }
  return handle;
}

static int test(void* opaque) {
  struct Handle* handle = opaque;
  int done = 0;
  if (!handle) return -1;
  if (MPI_Testall(handle->n, handle->requests, &done, MPI_STATUSES_IGNORE) != MPI_SUCCESS) done = -1;
  if (done != 0) free(handle);
  return done;
}

static void end(void) { MPI_Finalize(); }
static void abort_all(int exit_code) { MPI_Abort(MPI_COMM_WORLD, exit_code); }

static const char* library(void) {
  static char name[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length = 0;
  if (!name[0]) MPI_Get_library_version(name, &length);
  return name;
}

const struct IbsimMpi* ibsim_mpi(void) {
  static const struct IbsimMpi all = {ibsim_mpi_version, begin,    barrier, all_gather, broadcast, add_words,
                                      exchange,          test,     end,     abort_all,  library};
  return &all;
}

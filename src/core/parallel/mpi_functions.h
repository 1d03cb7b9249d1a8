/* What the program takes of MPI: the functions of a small library of its own, mpi_plugin.c, which is built where there
 * is an MPI and loaded only by a process that a launcher has started. So the program itself links no MPI.
 *
 * All but begin, test and abort_all start an operation of all ranks and give its handle, NULL if that failed; it is
 * over when test says so. Handles are those of this library, and are gone once test has not said 0. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A message to a rank and one from it, either of which may have no bytes. */
struct IbsimMpiMessage {
  int rank;
  const void* send;
  size_t send_bytes;
  void* receive;
  size_t receive_bytes;
};

struct IbsimMpi {
  int version; /* ibsim_mpi_version */
  /* 0: this is one of so many ranks, rank_of_host the how many-th of those on this host */
  int (*begin)(int* rank, int* ranks, int* rank_of_host);
  void* (*barrier)(void);
  void* (*all_gather)(const void* mine, size_t bytes, void* all);
  void* (*broadcast)(void* data, size_t bytes);
  /* words = the sums over all ranks, modulo 2^64 */
  void* (*add_words)(uint64_t* words, size_t n);
  void* (*exchange)(const struct IbsimMpiMessage* messages, size_t n);
  /* 1: it is over; 0: not yet; -1: it failed */
  int (*test)(void* handle);
  void (*end)(void);
  void (*abort_all)(int exit_code);
  const char* (*library)(void); /* "Open MPI v4.1.4, ..." */
};

enum { ibsim_mpi_version = 1 };
const struct IbsimMpi* ibsim_mpi(void);

#ifdef __cplusplus
}
#endif

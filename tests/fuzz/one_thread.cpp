// The fuzzers are built without OpenMP: loops run on one thread, and these say so.
extern "C" {
int omp_get_max_threads() { return 1; }
int omp_get_num_threads() { return 1; }
int omp_get_thread_num() { return 0; }
int omp_get_num_procs() { return 1; }
void omp_set_num_threads(int) {}
}

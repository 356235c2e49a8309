// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/bench.h"

int main(int argc, char** argv) { return cuzk::bench::run_bench(argc, argv); }

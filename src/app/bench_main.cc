// SPDX-License-Identifier: MIT OR Apache-2.0
#include "app/bench.h"

int main(int argc, char** argv) { return cuzk::app::run_bench(argc, argv); }

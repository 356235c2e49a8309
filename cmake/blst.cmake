# SPDX-License-Identifier: MIT OR Apache-2.0
# blst: a system library where one is installed, else the pinned sources that scripts/fetch_blst
# puts into third_party/blst. The library is built from its own two entry files, the C unit and the
# assembler unit.
find_path(BLST_SYSTEM_INCLUDE blst.h)
find_library(BLST_SYSTEM_LIBRARY blst)
if(BLST_SYSTEM_INCLUDE AND BLST_SYSTEM_LIBRARY)
  add_library(blst UNKNOWN IMPORTED GLOBAL)
  set_target_properties(blst PROPERTIES IMPORTED_LOCATION ${BLST_SYSTEM_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${BLST_SYSTEM_INCLUDE})
else()
  set(blst_dir ${PROJECT_SOURCE_DIR}/third_party/blst)
  if(NOT EXISTS ${blst_dir}/src/server.c)
    message(FATAL_ERROR "blst sources not found in ${blst_dir}: run ./scripts/fetch_blst first")
  endif()
  add_library(blst STATIC ${blst_dir}/src/server.c ${blst_dir}/build/assembly.S)
  target_include_directories(blst SYSTEM PUBLIC ${blst_dir}/bindings)
  # The multiplication that runs on every x86-64 processor; this version has no choice at run time.
  target_compile_definitions(blst PRIVATE __BLST_PORTABLE__)
  target_compile_options(blst PRIVATE -O2 -fno-builtin -w)
endif()

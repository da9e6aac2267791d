// SPDX-License-Identifier: Apache-2.0
// What binds itself to gantry_picker: assertions, and the comparison with libgantry_picker_dpi.so. Read it with -F, behind
// gantry_picker.f.
gantry_picker_assert.sv
gantry_picker_dpi.sv
gantry_picker_scoreboard.sv

// SPDX-License-Identifier: Apache-2.0
// The tables of a TensorFlow Lite file that tasks are made of, with the numbers of their fields in the published schema
// of version 3. Each verifies itself, so that no field leads outside the file.
#pragma once

#include <flatbuffers/flatbuffers.h>

#include <cstdint>

namespace gantry::tflite {

/// Offset of a field in the table of fields.
constexpr flatbuffers::voffset_t field(unsigned number) { return static_cast<flatbuffers::voffset_t>(4 + 2 * number); }

template <class Type>
using List = flatbuffers::Vector<Type>;
template <class Table>
using Tables = flatbuffers::Vector<flatbuffers::Offset<Table>>;
using Text = flatbuffers::String;

struct OperatorCode : private flatbuffers::Table {
  [[nodiscard]] std::int32_t old_code() const { return GetField<std::int8_t>(field(0), 0); }
  [[nodiscard]] const Text* custom() const { return GetPointer<const Text*>(field(1)); }
  [[nodiscard]] std::int32_t code() const { return GetField<std::int32_t>(field(3), 0); }
  bool Verify(flatbuffers::Verifier& v) const {
    return VerifyTableStart(v) && VerifyField<std::int8_t>(v, field(0), 1) && VerifyOffset(v, field(1)) &&
           v.VerifyString(custom()) && VerifyField<std::int32_t>(v, field(3), 4) && v.EndTable();
  }
};

struct Tensor : private flatbuffers::Table {
  [[nodiscard]] const List<std::int32_t>* shape() const { return GetPointer<const List<std::int32_t>*>(field(0)); }
  [[nodiscard]] std::int32_t type() const { return GetField<std::int8_t>(field(1), 0); }
  [[nodiscard]] std::uint32_t buffer() const { return GetField<std::uint32_t>(field(2), 0); }
  [[nodiscard]] const Text* name() const { return GetPointer<const Text*>(field(3)); }
  bool Verify(flatbuffers::Verifier& v) const {
    return VerifyTableStart(v) && VerifyOffset(v, field(0)) && v.VerifyVector(shape()) &&
           VerifyField<std::int8_t>(v, field(1), 1) && VerifyField<std::uint32_t>(v, field(2), 4) &&
           VerifyOffset(v, field(3)) && v.VerifyString(name()) && v.EndTable();
  }
};

/// Options of the convolutions: their strides have the same fields.
struct ConvolutionOptions : private flatbuffers::Table {
  [[nodiscard]] std::int32_t stride_rows() const { return GetField<std::int32_t>(field(2), 0); }
  bool Verify(flatbuffers::Verifier& v) const {
    return VerifyTableStart(v) && VerifyField<std::int32_t>(v, field(2), 4) && v.EndTable();
  }
};

struct Operation : private flatbuffers::Table {
  [[nodiscard]] std::uint32_t code() const { return GetField<std::uint32_t>(field(0), 0); }
  [[nodiscard]] const List<std::int32_t>* inputs() const { return GetPointer<const List<std::int32_t>*>(field(1)); }
  [[nodiscard]] const List<std::int32_t>* outputs() const { return GetPointer<const List<std::int32_t>*>(field(2)); }
  [[nodiscard]] std::uint8_t options_type() const { return GetField<std::uint8_t>(field(3), 0); }
  [[nodiscard]] const ConvolutionOptions* options() const { return GetPointer<const ConvolutionOptions*>(field(4)); }
  [[nodiscard]] bool is_convolution() const { return options_type() == 1 || options_type() == 2; }
  bool Verify(flatbuffers::Verifier& v) const {
    return VerifyTableStart(v) && VerifyField<std::uint32_t>(v, field(0), 4) && VerifyOffset(v, field(1)) &&
           v.VerifyVector(inputs()) && VerifyOffset(v, field(2)) && v.VerifyVector(outputs()) &&
           VerifyField<std::uint8_t>(v, field(3), 1) && VerifyOffset(v, field(4)) &&
           (!is_convolution() || v.VerifyTable(options())) && v.EndTable();
  }
};

struct Graph : private flatbuffers::Table {
  [[nodiscard]] const Tables<Tensor>* tensors() const { return GetPointer<const Tables<Tensor>*>(field(0)); }
  [[nodiscard]] const List<std::int32_t>* outputs() const { return GetPointer<const List<std::int32_t>*>(field(2)); }
  [[nodiscard]] const Tables<Operation>* operations() const { return GetPointer<const Tables<Operation>*>(field(3)); }
  [[nodiscard]] const Text* name() const { return GetPointer<const Text*>(field(4)); }
  bool Verify(flatbuffers::Verifier& v) const {
    return VerifyTableStart(v) && VerifyOffset(v, field(0)) && v.VerifyVector(tensors()) &&
           v.VerifyVectorOfTables(tensors()) && VerifyOffset(v, field(2)) && v.VerifyVector(outputs()) &&
           VerifyOffset(v, field(3)) && v.VerifyVector(operations()) && v.VerifyVectorOfTables(operations()) &&
           VerifyOffset(v, field(4)) && v.VerifyString(name()) && v.EndTable();
  }
};

struct Buffer : private flatbuffers::Table {
  [[nodiscard]] const List<std::uint8_t>* data() const { return GetPointer<const List<std::uint8_t>*>(field(0)); }
  [[nodiscard]] std::uint64_t elsewhere() const { return GetField<std::uint64_t>(field(2), 0); }
  bool Verify(flatbuffers::Verifier& v) const {
    return VerifyTableStart(v) && VerifyOffset(v, field(0)) && v.VerifyVector(data()) &&
           VerifyField<std::uint64_t>(v, field(2), 8) && v.EndTable();
  }
};

struct Model : private flatbuffers::Table {
  [[nodiscard]] std::uint32_t version() const { return GetField<std::uint32_t>(field(0), 0); }
  [[nodiscard]] const Tables<OperatorCode>* codes() const { return GetPointer<const Tables<OperatorCode>*>(field(1)); }
  [[nodiscard]] const Tables<Graph>* graphs() const { return GetPointer<const Tables<Graph>*>(field(2)); }
  [[nodiscard]] const Tables<Buffer>* buffers() const { return GetPointer<const Tables<Buffer>*>(field(4)); }
  bool Verify(flatbuffers::Verifier& v) const {
    return VerifyTableStart(v) && VerifyField<std::uint32_t>(v, field(0), 4) && VerifyOffset(v, field(1)) &&
           v.VerifyVector(codes()) && v.VerifyVectorOfTables(codes()) && VerifyOffset(v, field(2)) &&
           v.VerifyVector(graphs()) && v.VerifyVectorOfTables(graphs()) && VerifyOffset(v, field(4)) &&
           v.VerifyVector(buffers()) && v.VerifyVectorOfTables(buffers()) && v.EndTable();
  }
};

}  // namespace gantry::tflite

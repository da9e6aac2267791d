// SPDX-License-Identifier: Apache-2.0
// Text workloads of ASTRA-sim 1.0 and SimAI as a list of layers. Parses the file. simai.cpp makes tasks of the layers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/base/decimal.h"
#include "gantry/base/diagnostics.h"

namespace gantry {

/// Training loop of a file, named by its first word.
enum class SimaiLoop : std::uint8_t {
  data,
  model,
  hybrid,       ///< HYBRID_DATA_MODEL, HYBRID_MODEL_DATA and HYBRID_CUSTOMIZED
  transformer,  ///< HYBRID_TRANSFORMER, also with recomputation (`_FWD_IN_BCKWD`)
  dlrm,         ///< HYBRID_DLRM and HYBRID_DLRM_ENHANCED
  inference,    ///< DISTRIBUTED_INFERENCE
  micro,
};

struct SimaiPhase {
  Decimal time;             ///< ns of computation
  std::string kind;         ///< of the collective, in small letters; empty: none
  std::uint64_t bytes = 0;  ///< of the collective; above 0 if there is one
};

struct SimaiLayer {
  std::string name;
  SimaiPhase forward;
  SimaiPhase input;                    ///< gradient of the layer's input
  SimaiPhase weight;                   ///< gradient of the layer's weights
  Decimal update;                      ///< ns after each of the layer's collectives
  SimaiLoop loop = SimaiLoop::hybrid;  ///< that decides which collectives the layer has
  SourcePosition where;
};

struct SimaiModel {
  std::string parallelism;  ///< first word of the file
  SimaiLoop loop = SimaiLoop::data;
  std::uint32_t last_bottom = 0;           ///< of loop dlrm: last layer before the embeddings are needed
  std::vector<std::uint32_t> checkpoints;  ///< layers that keep their input
  std::vector<std::uint32_t> initiates;    ///< layers before whose backward pass a segment is computed again
  std::vector<SimaiLayer> layers;
  SourcePosition where;  ///< of the first word
};

/// Reads a file. Every problem goes to `diagnostics`; returns whether there was none.
bool read_simai_model(const std::string& text, const std::string& file, SimaiModel& model, Diagnostics& diagnostics);

/// Whether the text begins with a parallelism and, on the next line, a number.
bool begins_as_simai(std::string_view head);

}  // namespace gantry

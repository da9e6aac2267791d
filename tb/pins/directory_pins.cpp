// SPDX-License-Identifier: Apache-2.0
#include "pins/directory_pins.h"

namespace gantry {

const BlockPins& directory_pins() {
  static const BlockPins pins_of_it = {
      "directory",
      "knows in which local stores the parts of data objects are, and says it of each picked job",
      {{"entries", "parts of which it knows stores at once"},
       {"parts_per_cycle", "1..64; of one job that it is asked about in a cycle"},
       {"stores", "numbered from 0"},
       {"processors", "numbered from 0"}},
      {describe_link<pins::Part>("parts", "from the dispatcher: where is this part of a picked job?",
                                 pins::directory::kMostParts),
       describe_link<pins::Use>("uses", "from the processors: a completed job has used this part",
                                pins::directory::kMostParts),
       describe_link<pins::Departure>("departures", "from the processors: a part has left a store")},
      {describe_link<pins::Source>("sources", "to the dispatcher: an answer", pins::directory::kMostParts)},
      describe_link<pins::Distance>("distance", "while `rst` is high: of a store from a processor")};
  return pins_of_it;
}

}  // namespace gantry

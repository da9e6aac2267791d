// SPDX-License-Identifier: Apache-2.0
#include "report/traffic_files.h"
#include "report/output_file.h"

#include "report/traffic_pictures.h"

namespace gantry {

PacketSink* TrafficFiles::packets(const Interconnect& net, PacketTable::TaskName task_name) {
  if (!packets_.on()) return nullptr;
  packets_.set_terminals(net.terminal_names());
  packets_.set_task_name(std::move(task_name));
  return &packets_;
}

void TrafficFiles::finish(const std::string& title, const std::string& topology, const InterconnectTraffic& traffic,
                          Cycle cycles, Diagnostics& problems) {
  packets_.finish(problems);
  write_links(paths_.links, traffic, cycles, problems);
  if (!paths_.network.empty()) {
    write_text(paths_.network, network_picture(title + ": " + topology, traffic, cycles), problems);
  }
  if (!paths_.latency.empty()) {
    write_text(paths_.latency, latency_picture(title + ": latency of messages", traffic), problems);
  }
}

}  // namespace gantry

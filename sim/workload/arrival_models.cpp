// SPDX-License-Identifier: Apache-2.0
#include "workload/arrival_models.h"

#include <algorithm>
#include <utility>

#include "gantry/base/decimal.h"

namespace gantry {
namespace {

constexpr std::uint64_t kMillion = 1000000;
constexpr std::uint64_t kLargestBurst = std::uint64_t{1} << 40;
constexpr Cycle kTooLate = Cycle{1} << 62;

/// Sum of intervals in millionths of a cycle, so that 10^9 times 2.5 cycles is 2.5 * 10^9 cycles.
class FineClock {
 public:
  void advance(std::uint64_t millionths) {
    millionths_ += millionths % kMillion;
    cycles_ += millionths / kMillion + millionths_ / kMillion;
    millionths_ %= kMillion;
    cycles_ = std::min(cycles_, kTooLate);
  }
  [[nodiscard]] Cycle now() const { return cycles_; }

 private:
  Cycle cycles_ = 0;
  std::uint64_t millionths_ = 0;
};

Cycle product(std::uint64_t tasks, std::uint64_t millionths) {
  return std::min(kTooLate, ceil_product({tasks, 0}, {millionths, -kIntervalDigits}));
}

class Renewal final : public ArrivalModel {
 public:
  explicit Renewal(const Distribution& interval) : interval_(interval) {}
  [[nodiscard]] std::unique_ptr<ArrivalProcess> start(const RandomBits& bits) const override {
    return std::make_unique<Process>(interval_, bits);
  }
  [[nodiscard]] bool random() const override { return interval_.random(); }
  [[nodiscard]] Cycle last_arrival(std::uint64_t tasks) const override { return product(tasks, interval_.typical()); }

 private:
  class Process final : public ArrivalProcess {
   public:
    Process(const Distribution& interval, const RandomBits& bits) : interval_(interval), bits_(bits) {}
    Cycle next() override {
      clock_.advance(interval_.draw(bits_, kTooLate));
      return clock_.now();
    }

   private:
    const Distribution& interval_;
    RandomBits bits_;
    FineClock clock_;
  };
  Distribution interval_;
};

class Periodic final : public ArrivalModel {
 public:
  Periodic(std::uint64_t interval, Cycle offset, Cycle jitter)
      : interval_(interval), offset_(offset), jitter_(jitter) {}
  [[nodiscard]] std::unique_ptr<ArrivalProcess> start(const RandomBits& bits) const override {
    return std::make_unique<Process>(*this, bits);
  }
  [[nodiscard]] bool random() const override { return jitter_ > 0; }
  [[nodiscard]] Cycle last_arrival(std::uint64_t tasks) const override {
    return std::min(kTooLate, offset_ + jitter_ + product(tasks - 1, interval_));
  }

 private:
  class Process final : public ArrivalProcess {
   public:
    Process(const Periodic& model, const RandomBits& bits) : model_(model), bits_(bits) {}
    Cycle next() override {
      if (begun_) clock_.advance(model_.interval_);
      begun_ = true;
      const Cycle late = model_.jitter_ == 0 ? 0 : random_below(bits_, model_.jitter_ + 1);
      return model_.offset_ + clock_.now() + late;
    }

   private:
    const Periodic& model_;
    RandomBits bits_;
    FineClock clock_;
    bool begun_ = false;
  };
  std::uint64_t interval_;
  Cycle offset_;
  Cycle jitter_;
};

class Bursts final : public ArrivalModel {
 public:
  Bursts(const Distribution& size, const Distribution& interval, const Distribution& within)
      : size_(size), interval_(interval), within_(within) {}
  [[nodiscard]] std::unique_ptr<ArrivalProcess> start(const RandomBits& bits) const override {
    return std::make_unique<Process>(*this, bits);
  }
  [[nodiscard]] bool random() const override { return size_.random() || interval_.random() || within_.random(); }
  [[nodiscard]] Cycle last_arrival(std::uint64_t tasks) const override {
    const std::uint64_t bursts = tasks / std::max<std::uint64_t>(1, size_.low) + 1;
    return std::min(kTooLate, product(tasks, within_.typical()) + product(bursts, interval_.typical()));
  }

 private:
  class Process final : public ArrivalProcess {
   public:
    Process(const Bursts& model, const RandomBits& bits) : model_(model), bits_(bits) {}
    Cycle next() override {
      if (left_ > 0) {
        now_.advance(model_.within_.draw(bits_, kTooLate));
      } else {
        left_ = std::max<std::uint64_t>(1, model_.size_.draw(bits_, kLargestBurst));
        if (begun_) start_.advance(model_.interval_.draw(bits_, kTooLate));
        begun_ = true;
        if (start_.now() >= now_.now()) now_ = start_;
      }
      --left_;
      return now_.now();
    }

   private:
    const Bursts& model_;
    RandomBits bits_;
    FineClock start_;
    FineClock now_;
    std::uint64_t left_ = 0;
    bool begun_ = false;
  };
  Distribution size_;
  Distribution interval_;
  Distribution within_;
};

class Recorded final : public ArrivalModel {
 public:
  Recorded(std::vector<RecordedArrival> arrivals, const std::vector<std::string>& size_names)
      : arrivals_(std::move(arrivals)), size_names_(size_names) {
    const Cycle span = arrivals_.back().at;
    const Cycle apart = arrivals_.size() > 1 ? span / (arrivals_.size() - 1) : 1;
    period_ = std::min(kTooLate, span + std::max<Cycle>(1, apart));
  }
  [[nodiscard]] std::unique_ptr<ArrivalProcess> start(const RandomBits& /*bits*/) const override {
    return std::make_unique<Process>(*this);
  }
  [[nodiscard]] std::vector<RequestSizes> requests() const override {
    std::vector<RequestSizes> all;
    if (size_names_.empty()) return all;
    all.reserve(arrivals_.size());
    for (const RecordedArrival& arrival : arrivals_) all.push_back({size_names_, arrival.sizes});
    return all;
  }
  [[nodiscard]] Cycle last_arrival(std::uint64_t tasks) const override {
    return std::min(kTooLate, ceil_product({tasks / arrivals_.size() + 1, 0}, {period_, 0}));
  }

 private:
  class Process final : public ArrivalProcess {
   public:
    explicit Process(const Recorded& model) : model_(model) { sizes_.names = model.size_names_; }
    Cycle next() override {
      const RecordedArrival& arrival = model_.arrivals_[next_];
      const Cycle at = base_ + arrival.at;
      work_ = arrival.work;
      if (!sizes_.names.empty()) sizes_.values = arrival.sizes;
      if (++next_ == model_.arrivals_.size()) {
        next_ = 0;
        base_ += model_.period_;
      }
      return at;
    }
    [[nodiscard]] std::uint64_t work() const override { return work_; }
    [[nodiscard]] const RequestSizes& sizes() const override { return sizes_; }

   private:
    const Recorded& model_;
    RequestSizes sizes_;
    std::size_t next_ = 0;
    Cycle base_ = 0;
    std::uint64_t work_ = 0;
  };
  std::vector<RecordedArrival> arrivals_;
  std::vector<std::string> size_names_;
  Cycle period_ = 0;
};

}  // namespace

std::shared_ptr<const ArrivalModel> renewal_arrivals(const Distribution& interval) {
  return std::make_shared<Renewal>(interval);
}

std::shared_ptr<const ArrivalModel> periodic_arrivals(std::uint64_t interval, Cycle offset, Cycle jitter) {
  return std::make_shared<Periodic>(interval, offset, jitter);
}

std::shared_ptr<const ArrivalModel> burst_arrivals(const Distribution& size, const Distribution& interval,
                                                   const Distribution& within) {
  return std::make_shared<Bursts>(size, interval, within);
}

std::shared_ptr<const ArrivalModel> recorded_arrivals(std::vector<RecordedArrival> arrivals,
                                                      const std::vector<std::string>& size_names) {
  return std::make_shared<Recorded>(std::move(arrivals), size_names);
}

}  // namespace gantry

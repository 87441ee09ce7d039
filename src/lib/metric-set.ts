import { Counter, Gauge, Histogram } from "prom-client";

/** How a metric is described in the Prometheus text format. */
export interface MetricDescription<Label extends string = string> {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly Label[];
}

/** A metric of one feature. It counts from its creation. A registry exposes it. */
export interface ServiceMetric extends MetricDescription {
  readonly type: "counter" | "gauge" | "histogram";
  readonly collector: Counter | Gauge | Histogram;
}

/** The metrics of one feature, unregistered: the composition root registers the metrics of all features in one registry. */
export class MetricSet {
  readonly #all: ServiceMetric[] = [];

  get all(): readonly ServiceMetric[] {
    return this.#all;
  }

  counter<Label extends string>(described: MetricDescription<Label>): Counter<Label> {
    const collector = new Counter<Label>(optionsOf(described));
    this.#all.push({ ...described, type: "counter", collector });
    return collector;
  }

  /** A counter whose value is read when the metrics are scraped. */
  readCounter(described: MetricDescription<never>, read: () => number): void {
    const collector: Counter = new Counter({
      ...optionsOf(described),
      collect: () => {
        collector.reset();
        collector.inc(read());
      },
    });
    this.#all.push({ ...described, type: "counter", collector });
  }

  /** `buckets` are upper bounds in the unit that the name says. */
  histogram<Label extends string>(described: MetricDescription<Label>, buckets: readonly number[]): Histogram<Label> {
    const collector = new Histogram<Label>({ ...optionsOf(described), buckets: [...buckets] });
    this.#all.push({ ...described, type: "histogram", collector });
    return collector;
  }

  /** A gauge whose values `collect` sets anew when the metrics are scraped. */
  gauge<Label extends string>(described: MetricDescription<Label>, collect: (gauge: Gauge<Label>) => void): void {
    const collector: Gauge<Label> = new Gauge<Label>({
      ...optionsOf(described),
      collect: () => {
        if (described.labels.length > 0) collector.reset();
        collect(collector);
      },
    });
    this.#all.push({ ...described, type: "gauge", collector });
  }

  /** A gauge whose values are read in the background of a scrape, which can take some time, and then set anew. */
  slowGauge<Label extends string, Read>(
    described: MetricDescription<Label>,
    read: () => Promise<Read>,
    set: (gauge: Gauge<Label>, read: Read) => void,
  ): void {
    const collector: Gauge<Label> = new Gauge<Label>({
      ...optionsOf(described),
      collect: async () => {
        const found = await read();
        collector.reset();
        set(collector, found);
      },
    });
    this.#all.push({ ...described, type: "gauge", collector });
  }
}

function optionsOf<Label extends string>({ name, help, labels }: MetricDescription<Label>) {
  return { name, help, labelNames: [...labels], registers: [] };
}

import { readdirSync } from "node:fs";
import type { Config } from "../config/config.ts";
import { type Clock, SECOND_MS } from "../lib/clock.ts";
import { diskSpace } from "../lib/free-bytes.ts";
import type { Log } from "../lib/log.ts";
import { MetricSet } from "../lib/metric-set.ts";

const MICROSECONDS = 1e6;
/** The open files of this process, on Linux. */
const OPEN_FILES = "/proc/self/fd";

interface Measured {
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly config: Pick<Config, "dataDir">;
}

/** Metrics of the process and of the disk of its data folder. They are read when they are scraped. */
export function processMetrics({ version, clock, log, config }: Measured): MetricSet["all"] {
  const metrics = new MetricSet();
  const startedAt = clock.now();
  metrics.gauge(
    { name: "needledrop_build_info", help: "Always 1; the label is the version of the program.", labels: ["version"] },
    (gauge) => gauge.set({ version }, 1),
  );
  const gauge = (name: string, help: string, read: () => number): void =>
    metrics.gauge({ name, help, labels: [] }, (one) => one.set(read()));
  gauge(
    "needledrop_start_time_seconds",
    "When the server started, in Unix seconds; the uptime is `time()` minus this.",
    () => startedAt / SECOND_MS,
  );
  metrics.readCounter(
    {
      name: "needledrop_log_lines_dropped_total",
      help: "Log lines that could not be written, because the disk behind stderr is full or its reader has ended.",
      labels: [],
    },
    () => log.linesDropped?.() ?? 0,
  );
  metrics.readCounter(
    {
      name: "needledrop_processor_seconds_total",
      help: "Processor time of the server's process, without its child processes.",
      labels: [],
    },
    () => processorSeconds(),
  );
  gauge("needledrop_resident_bytes", "Memory of the server's process.", () => process.memoryUsage().rss);
  gauge("needledrop_open_files", "Open files and sockets of the server's process; 0 where it is unknown.", openFiles);
  gauge(
    "needledrop_disk_free_bytes",
    "Free space on the disk of the data folder; 0 if the folder cannot be read.",
    () => diskSpace(config.dataDir)?.free ?? 0,
  );
  gauge(
    "needledrop_disk_size_bytes",
    "Size of the disk of the data folder; 0 if the folder cannot be read.",
    () => diskSpace(config.dataDir)?.size ?? 0,
  );
  return metrics.all;
}

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / MICROSECONDS;
}

function openFiles(): number {
  try {
    return readdirSync(OPEN_FILES).length;
  } catch {
    return 0;
  }
}

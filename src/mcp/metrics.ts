import { MetricSet, type ServiceMetric } from "../lib/metric-set.ts";

/** Counts the calls of MCP tools. */
export class McpMetrics {
  readonly #set = new MetricSet();
  readonly #calls = this.#set.counter({
    name: "needledrop_mcp_calls_total",
    help: "Calls of MCP tools by outcome: answered, refused (the caller's fault) or failed.",
    labels: ["tool", "outcome"],
  });

  get all(): readonly ServiceMetric[] {
    return this.#set.all;
  }

  called(tool: string, outcome: "answered" | "refused" | "failed"): void {
    this.#calls.inc({ tool, outcome });
  }
}

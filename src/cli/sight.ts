import { serveAnalysis } from "../analysis/pool/serve-analysis.ts";
import { linesOf } from "../lib/lines.ts";
import { openNativeParts } from "../native/native-parts.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";

/** What a server starts for itself (analysis/pool/analysis-child.ts); not for people, and in no list. */
export const sight: Command = {
  name: "sight",
  summary: "look at pictures and films for a server",
  positionals: [],
  options: [],
  async run({ given, io }) {
    const lines = linesOf(Bun.stdin.stream());
    await serveAnalysis(
      lines,
      (answer) => io.out.write(`${JSON.stringify(answer)}\n`),
      openNativeParts(given.text("data") ?? "."),
    );
    return DONE;
  },
};

import { serveAnalysis } from "../analysis/pool/serve-analysis.ts";
import { linesOf } from "../lib/lines.ts";
import { openNativeParts } from "../native/native-parts.ts";
import type { Invocation } from "./command.ts";

/** Answers requests, one per line of stdin, until stdin ends. */
export async function serveSight({ given, io }: Invocation): Promise<void> {
  await serveAnalysis(
    linesOf(Bun.stdin.stream()),
    (answer) => io.out.write(`${JSON.stringify(answer)}\n`),
    openNativeParts(given.text("data") ?? "."),
  );
}

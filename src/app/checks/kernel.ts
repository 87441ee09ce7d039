import { indexMemory } from "../../ranking/kernel/index-memory.ts";
import { type Check, ok, warn } from "./check.ts";

/** Whether searches run in WebAssembly here, by making room for an empty index. */
export function checkKernel(): Check {
  if (indexMemory(0).kernel !== null) return ok("ranking kernel", "WebAssembly");
  const advice = "Answers are the same and take two to four times as long; a limit on address space may be the reason.";
  return warn("ranking kernel", "plain TypeScript, because there is no WebAssembly", advice);
}

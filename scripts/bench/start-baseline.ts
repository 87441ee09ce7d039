import { join } from "node:path";
import { type StartedServer, startListening } from "../lib/program.ts";

/** Starts one of the minimal servers in this folder, which print their port. */
export function startBaseline(script: string, args: readonly string[]): Promise<Omit<StartedServer, "readyMs">> {
  const argv = [process.execPath, join(import.meta.dir, script), ...args];
  return startListening(argv, (line) => `http://127.0.0.1:${line}`);
}

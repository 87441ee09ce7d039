import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type CrashStore, startCrashStore, storeEnvironment } from "../crash-store.ts";
import { startSwift } from "../../swift.ts";

/** The store of all nodes. */
export type NodesStore = Pick<CrashStore, "environment" | "calm" | "stop">;

/** Starts Debian's Swift, or the store that fails at random times. Throws if Swift is not installed. */
export async function startNodesStore(folder: string, seed: number, withSwift: boolean): Promise<NodesStore> {
  if (!withSwift) return await startCrashStore(seed);
  const own = join(folder, "swift");
  await mkdir(own);
  const swift = await startSwift(own);
  if (swift === null)
    throw new Error("Swift is not installed: expected Debian's packages swift-proxy, swift-object and others.");
  return {
    environment: storeEnvironment(swift.settings),
    calm: async () => undefined,
    stop: async () => await swift.stop(),
  };
}

import { join } from "node:path";
import type { StoreSettings } from "../../../src/config/store-settings.ts";
import { S3Objects } from "../../../src/objects/s3-objects.ts";

/** The store of objects of a crash run. */
export interface CrashStore {
  readonly objects: S3Objects;
  /** The settings as variables of the program. */
  readonly environment: Readonly<Record<string, string>>;
  /** Ends its failures. */
  calm(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a store of objects that fails at random times, in a process of its own. */
export async function startCrashStore(seed: number): Promise<CrashStore> {
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, "../../../scripts/failing-store.ts"), String(seed)],
    {
      stdin: "ignore",
      stdout: "pipe",
      stderr: "inherit",
    },
  );
  const settings = JSON.parse(await firstLine(child.stdout)) as StoreSettings;
  return {
    objects: new S3Objects(settings),
    environment: storeEnvironment(settings),
    calm: async () => void (await (await fetch(`${settings.endpoint}/calm`)).arrayBuffer()),
    stop: async () => {
      child.kill();
      await child.exited;
    },
  };
}

/** The settings of a store as variables of the program. */
export function storeEnvironment(settings: StoreSettings): Readonly<Record<string, string>> {
  return {
    NEEDLEDROP_STORE: settings.url,
    NEEDLEDROP_STORE_ENDPOINT: settings.endpoint,
    NEEDLEDROP_STORE_ACCESS_KEY: settings.accessKey,
    NEEDLEDROP_STORE_SECRET_KEY: settings.secretKey,
  };
}

async function firstLine(output: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const piece of output) {
    text += decoder.decode(piece, { stream: true });
    if (text.includes("\n")) break;
  }
  return text;
}

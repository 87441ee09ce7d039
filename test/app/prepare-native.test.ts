import { afterEach, beforeEach, expect, test } from "bun:test";
import { prepareNativeParts } from "../../src/app/prepare-native.ts";
import type { Core } from "../../src/app/core.ts";
import { silentLog } from "../../src/lib/log.ts";
import { TestInstallation } from "./setup.ts";

let installation: TestInstallation;
let core: Core;
let errors: object[];
beforeEach(async () => {
  installation = new TestInstallation();
  errors = [];
  core = { ...(await installation.open()), log: { ...silentLog, error: (fields) => void errors.push(fields) } };
});
afterEach(() => installation.remove());

test("a failure to prepare native parts is logged and ends nothing", async () => {
  const { signal } = new AbortController();
  await prepareNativeParts(core, signal, { prepare: () => Promise.reject(new TypeError("EIO: i/o error")) });
  expect(errors).toEqual([{ reason: "EIO: i/o error" }]);
});

test("a preparation that a stop cancels logs no error", async () => {
  const stopping = new AbortController();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const prepared = prepareNativeParts(core, stopping.signal, {
    prepare: (_now, signal) =>
      new Promise((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
        begin();
      }),
  });
  await begun;
  stopping.abort();
  await prepared;
  expect(errors).toEqual([]);
});

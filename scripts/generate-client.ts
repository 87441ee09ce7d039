/**
 * `npm run generate:client`: writes the types of the TypeScript client from the OpenAPI document of this version. Run it
 * after every change of an endpoint or of a wire schema.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCore } from "../src/app/core.ts";
import { buildServices } from "../src/app/services.ts";
import { readConfig } from "../src/config/config.ts";
import { silentLog } from "../src/lib/log.ts";
import { type DescribedApi, renderClient } from "./client/render-client.ts";

const OUTPUT = join(import.meta.dir, "../clients/typescript/operations.ts");

const folder = await mkdtemp(join(tmpdir(), "needledrop-client-"));
try {
  const core = await openCore(readConfig({}, { data: folder }), silentLog);
  const { app } = await buildServices(core, { version: "0.0.0", ownUrl: () => "http://127.0.0.1" });
  await app.modules;
  const answer = await app.handle(new Request("http://127.0.0.1/openapi.json"));
  await Bun.write(OUTPUT, renderClient((await answer.json()) as DescribedApi));
  await core.close();
  console.log(`Wrote ${OUTPUT}.`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

import { writeFile } from "node:fs/promises";
import type { StructureDocument } from "../../../schema/wire/structure.ts";
import { structureApart } from "../../audio/structure/structure-apart.ts";
import type { AudioTools } from "./run-audio.ts";

/** Writes the structure of `source` to `to`. A measurement finds the same from its own samples. Throws as `structureApart` does. */
export async function makeStructure(
  source: string,
  to: string,
  { parts, signal, priority }: AudioTools,
): Promise<void> {
  await writeStructure(await structureApart(source, parts, { signal, priority: priority() }), to);
}

export async function writeStructure(structure: StructureDocument, to: string): Promise<void> {
  await writeFile(to, JSON.stringify(structure), { mode: 0o600 });
}

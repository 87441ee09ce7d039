import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parseMediaRef } from "../../../schema/media-ref.ts";
import { UPLOAD_FOLDER } from "../../assets/upload-folder.ts";
import { catalogPath, currentGeneration, generationDir } from "../../catalog/generation.ts";
import { mediaRefsIn } from "../../catalog/media-ref-store.ts";
import { MediaStore } from "../../media/store/media-store.ts";
import type { Core } from "../core.ts";
import { type FileCount, FileCounter } from "./file-count.ts";

/** What a backup does not contain, and nothing can generate again. */
export interface LeftOut {
  /** Media of the current catalog that lie in the data folder. */
  readonly media: FileCount;
  /** Media of the current catalog that are served from where they are. */
  readonly inPlace: FileCount;
  /** Uploads that are kept or not analysed yet. */
  readonly uploads: FileCount;
}

/** Counts what a backup of this data folder leaves out. Files that no longer exist do not count. */
export async function countLeftOut({ config: { dataDir }, db }: Pick<Core, "config" | "db">): Promise<LeftOut> {
  const stored = new FileCounter();
  const inPlace = new FileCounter();
  const generation = await db.read(currentGeneration(db));
  if (generation !== null) {
    const store = new MediaStore(dataDir, "server");
    const refs = new Set(mediaRefsIn(catalogPath(generationDir(dataDir, generation.number))));
    for (const ref of refs) {
      const path = store.pathOf(ref);
      if (path !== null) (parseMediaRef(ref)?.kind === "stored" ? stored : inPlace).addFile(path);
    }
  }
  return { media: stored.count, inPlace: inPlace.count, uploads: countFolder(join(dataDir, UPLOAD_FOLDER)) };
}

function countFolder(folder: string): FileCount {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return { files: 0, bytes: 0 };
  const counter = new FileCounter();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) counter.addFile(join(folder, name));
  return counter.count;
}

import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { claimObjects } from "../app/claim-objects.ts";
import { type CopyFolder, copyToFolder, copyToObjects, type MediaCopied } from "../app/copy-media.ts";
import { InvalidSetting, parseStoreUrl } from "../config/parse-setting.ts";
import type { StoreSettings } from "../config/store-settings.ts";
import { realPath } from "../lib/real-path.ts";
import { MEDIA_FOLDER } from "../media/store/media-store.ts";
import { S3Objects } from "../objects/s3-objects.ts";
import { bytesText } from "./bytes-text.ts";
import type { Command, Invocation } from "./command.ts";
import { DONE, FAILED } from "./exit-status.ts";
import { printResult } from "./print.ts";
import { UsageError } from "./usage-error.ts";
import { configFor, withData } from "./with-data.ts";
import { withProgress } from "./work-progress.ts";

const SCHEME = "s3://";

export const storeCopy: Command = {
  name: "store copy",
  summary: "copy imported media and catalogs from a folder to an S3-compatible store, or back",
  positionals: [
    { name: "FROM", about: "a folder such as media/ in the data folder, or s3://bucket/prefix" },
    { name: "TO", about: "the other one" },
  ],
  options: [],
  notes: `The endpoint and the keys of the store are those of the settings. Media that the destination has already are not copied
again, so an interrupted copy can be repeated. Each medium is compared with its digest on the way, and at the end the destination
is listed again. Files of catalogs are in \`catalog/\` of the folder; \`media/\` of a data folder has none, because the server sends and
downloads its catalogs itself. Nothing is removed. A server can be running. The exit status is 1 if media are damaged or missing afterwards.`,
  async run(invocation) {
    const [from = "", to = ""] = invocation.positionals;
    const { store, dataDir } = configFor(invocation);
    const folderAt = (path: string): CopyFolder => ({
      path,
      hasCatalogs: realPath(path) !== realPath(join(dataDir, MEDIA_FOLDER)),
    });
    const work = { name: "Copying media", unit: "bytes" } as const;
    const result = await withProgress(invocation.io, work, async (onProgress) => {
      if (to.startsWith(SCHEME) && !from.startsWith(SCHEME)) {
        const [folder, objects] = [folderAt(existingFolder(from)), objectsAt(to, store)];
        await withData(invocation, { mayCreate: false }, ({ config, db }) => claimObjects(objects, config.dataDir, db));
        return await copyToObjects(folder, objects, onProgress);
      }
      if (from.startsWith(SCHEME) && !to.startsWith(SCHEME)) {
        return await copyToFolder(objectsAt(from, store), folderAt(resolve(to)), onProgress);
      }
      throw new UsageError("store copy: expected a folder and an s3:// URL.", "store copy");
    });
    await print(invocation, result, to);
    return result.damaged.files + result.missing.files === 0 ? DONE : FAILED;
  },
};

function existingFolder(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return resolve(path);
  throw new UsageError(`store copy: expected a folder, got ${JSON.stringify(path)}.`, "store copy");
}

function objectsAt(url: string, store: StoreSettings | null): S3Objects {
  if (store === null) {
    throw new UsageError(
      "store copy: set NEEDLEDROP_STORE, its endpoint and its keys for this command, too.",
      "store copy",
    );
  }
  try {
    return new S3Objects({ ...store, ...parseStoreUrl(url), url });
  } catch (error) {
    if (error instanceof InvalidSetting) throw new UsageError(`store copy: expected ${error.message}.`, "store copy");
    throw error;
  }
}

async function print(
  invocation: Invocation,
  { copied, catalogFiles, present, damaged, missing }: MediaCopied,
  to: string,
): Promise<void> {
  const done = `Copied ${copied.files} media to ${to}, ${bytesText(copied.bytes)}; ${present.files} were there already, ${bytesText(present.bytes)}.\n`;
  const catalogs = catalogFiles === 0 ? "" : `${catalogFiles} of all are files of catalogs.\n`;
  const all = damaged.files + missing.files === 0;
  const checked = all ? `Checked: all ${copied.files + present.files} are there, with their sizes.\n` : "";
  const lists = [
    { list: damaged, what: "media are damaged where they come from and were not copied" },
    { list: missing, what: "media are not there" },
  ];
  const faults = lists
    .filter(({ list }) => list.files > 0)
    .map(
      ({ list, what }) =>
        `${list.files} ${what}: ${list.first.join(", ")}${list.files > list.first.length ? ", …" : ""}.\n`,
    );
  await printResult(
    invocation,
    { to, copied, catalogFiles, present, damaged, missing },
    done + catalogs + checked + faults.join(""),
  );
}

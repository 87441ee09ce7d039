import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";

/** What a person saw in a picture. */
export interface EyeLabel {
  /** "place", "people", "animal", "object", "food", "texture" or "graphic". */
  readonly subject: string;
  /** "indoors" or "outdoors"; null if it is unclear. */
  readonly setting: string | null;
  /** "none" if the light shows no hour. */
  readonly timeOfDay: string;
  /** "none" if no weather is visible. */
  readonly weather: string;
  /** "none" if the picture shows no place, or none of the scenes. */
  readonly scene: string;
  /** A label of this project, by the digest of the picture. It is used for training only. */
  readonly isOwn: boolean;
}

/** Words of the files that the analysis names differently. */
const SUBJECTS: Readonly<Record<string, string>> = { text: "graphic" };

/**
 * Reads files of labels by eye, and returns the labels by the file name of the picture. A picture is named by the column
 * `file`, or by `sha256`, the digest of its bytes; labels of pictures that are not in the folder are left out.
 */
export async function readEyeLabels(
  paths: readonly string[],
  folder: string,
  files: readonly string[],
): Promise<ReadonlyMap<string, EyeLabel>> {
  const labels = new Map<string, EyeLabel>();
  const tables = await Promise.all(
    paths.map(async (path): Promise<Record<string, string>[]> =>
      parse(await readFile(path), { columns: true, bom: true }),
    ),
  );
  const isDigest = tables.flat().some((row) => row["sha256"] !== undefined);
  const byDigest = isDigest ? await filesByDigest(folder, files) : new Map<string, string>();
  for (const row of tables.flat()) {
    const digest = row["sha256"];
    const file = digest === undefined ? row["file"] : byDigest.get(digest);
    if (file === undefined || labels.has(file)) continue;
    labels.set(file, labelOf(row, digest !== undefined));
  }
  return labels;
}

function labelOf(row: Readonly<Record<string, string>>, isOwn: boolean): EyeLabel {
  const valueOf = (name: string): string => {
    const value = row[name] ?? "";
    return value === "" || value === "unclear" ? "none" : value;
  };
  const kind = valueOf("kind");
  const setting = valueOf("setting");
  return {
    subject: SUBJECTS[kind] ?? kind,
    setting: setting === "none" ? null : setting,
    timeOfDay: valueOf("time_of_day"),
    weather: valueOf("weather"),
    scene: valueOf("scene"),
    isOwn,
  };
}

async function filesByDigest(folder: string, files: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const file of files) found.set(await digestOf(join(folder, file)), file);
  return found;
}

async function digestOf(path: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
}

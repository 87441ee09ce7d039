import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import type { EyeLabel } from "./by-eye.ts";

/** One line of labels.csv. Unknown values are blank in the file and null here. */
export interface LabelledPicture {
  readonly file: string;
  readonly source: string;
  /** Near-duplicates and pictures of one camera have the same group. A group is never used for both training and evaluation. */
  readonly group: string;
  readonly isGrey: boolean;
  readonly timeOfDay: string | null;
  readonly weather: string | null;
  readonly setting: string | null;
  readonly scene: string | null;
  /** A close-up of a person, an animal or an object: no weather is visible. */
  readonly isThing: boolean;
  /** Known from how the picture was made: graphics are drawn for the training. */
  readonly subject: string | null;
  /** What a person saw; null for most pictures. */
  readonly eye: EyeLabel | null;
  /** Means of raters, 1 to 7. */
  readonly valence: number | null;
  readonly arousal: number | null;
}

/** Sources of streets, skies and landscapes only. Their labels do not say "outdoors". */
const OUTDOOR_SOURCES = new Set(["amos", "ddn", "mwd"]);

const THINGS = new Set(["Animal", "Object", "Person"]);

/** Labels that the analysis names differently. */
const RENAMED: Readonly<Record<string, string>> = { shine: "sunshine" };

/** Throws if the file cannot be read or is not CSV with a header. */
export async function readLabels(path: string): Promise<LabelledPicture[]> {
  const rows: Record<string, string>[] = parse(await readFile(path), { columns: true, bom: true });
  return rows.map((row) => {
    const text = (name: string): string | null => (row[name] === undefined || row[name] === "" ? null : row[name]);
    const numeral = (name: string): number | null => (text(name) === null ? null : Number(text(name)));
    const source = text("source") ?? "";
    return {
      file: text("file") ?? "",
      source,
      group: text("group") ?? "",
      isGrey: text("gray") === "1",
      timeOfDay: text("time_of_day"),
      weather: renamed(text("weather")),
      setting: settingOf(text("indoor"), source),
      scene: text("scene_group"),
      isThing: THINGS.has(text("category") ?? ""),
      subject: null,
      eye: null,
      valence: numeral("valence"),
      arousal: numeral("arousal"),
    };
  });
}

function renamed(value: string | null): string | null {
  return value === null ? null : (RENAMED[value] ?? value);
}

function settingOf(indoor: string | null, source: string): string | null {
  if (indoor !== null) return indoor === "1" ? "indoors" : "outdoors";
  return OUTDOOR_SOURCES.has(source) ? "outdoors" : null;
}

import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";

/** One line of labels.csv. Blank means unknown there, and null here. */
export interface LabelledPicture {
  readonly file: string;
  readonly source: string;
  /** Near-duplicates and pictures of one camera share it: never trained on and judged by at once. */
  readonly group: string;
  readonly isGrey: boolean;
  readonly timeOfDay: string | null;
  readonly weather: string | null;
  readonly setting: string | null;
  readonly scene: string | null;
  /** A person, an animal or an object, close up: no weather is to be seen. */
  readonly isThing: boolean;
  /** Means of raters, 1 to 7. */
  readonly valence: number | null;
  readonly arousal: number | null;
}

/** Sources of nothing but street, sky and landscape, though their labels do not say "outdoors". */
const OUTDOOR_SOURCES = new Set(["amos", "ddn", "mwd"]);

const THINGS = new Set(["Animal", "Object", "Person"]);

/** The words of the analysis, where the data say it otherwise. */
const RENAMED: Readonly<Record<string, string>> = { shine: "sunshine" };

/** @throws when the file cannot be read or is not CSV with a header. */
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

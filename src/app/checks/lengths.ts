import { contradicts } from "../../audio/contradicts.ts";
import { FactsReader } from "../../audio/facts-store.ts";
import { catalogPath, type Generation, generationDir } from "../../catalog/generation.ts";
import type { ServiceDb } from "../../db/service-db.ts";
import { MediaStore } from "../../media/store/media-store.ts";
import { type Check, ok, warn } from "./check.ts";
import { type ImportedMedia, type StatedLength, statedLengths, withImported } from "./media-paths-store.ts";
import { readServiceDb } from "./read-service-db.ts";

const NAME = "lengths";
const EXAMPLES_MAX = 5;
/** Further files are not checked; 200,000 take about a second. */
const CHECKED_MAX = 200_000;
const BATCH = 500;

/** A file whose measured length contradicts its header or the catalog. Seconds. */
interface WrongLength extends StatedLength {
  readonly measured: number;
  readonly stated: number;
}

interface Compared {
  readonly compared: number;
  readonly wrong: number;
  readonly examples: readonly WrongLength[];
}

/** Compares the lengths that catalog and headers state with the measured ones. Names truncated files. */
export async function checkLengths(
  dataDir: string,
  generation: Generation,
  checkedMax = CHECKED_MAX,
): Promise<readonly Check[]> {
  const catalog = catalogPath(generationDir(dataDir, generation.number));
  const compared = await readServiceDb(dataDir, (db) => compareAll(db, catalog, checkedMax));
  return compared === null ? [] : withImported(dataDir, (imported) => report(compared, imported, dataDir));
}

async function compareAll(db: ServiceDb, catalog: string, checkedMax: number): Promise<Compared> {
  const facts = new FactsReader(db);
  const examples: WrongLength[] = [];
  let wrong = 0;
  let compared = 0;
  let checked = 0;
  for (const files of statedLengths(catalog, BATCH)) {
    if (checked >= checkedMax) break;
    checked += files.length;
    const found = await db.read(facts.of(files.map(({ ref }) => ref)));
    for (const file of files) {
      const measured = found.get(file.ref);
      if (measured === undefined) continue;
      compared += 1;
      const stated = [file.seconds, measured.stated].find(
        (one) => typeof one === "number" && contradicts(measured.duration, one),
      );
      if (typeof stated !== "number") continue;
      wrong += 1;
      if (examples.length < EXAMPLES_MAX) examples.push({ ...file, measured: measured.duration, stated });
    }
  }
  return { compared, wrong, examples };
}

function report(
  { compared, wrong, examples }: Compared,
  { originOf }: ImportedMedia,
  dataDir: string,
): readonly Check[] {
  const store = new MediaStore(dataDir, "server");
  if (compared === 0) return [];
  if (wrong === 0) return [ok(NAME, `${compared} measured files have the stated length`)];
  const named = examples.map(
    ({ ref, owner, measured, stated }) =>
      `${originOf(ref) ?? store.pathOf(ref) ?? ref} (${owner}): ${measured.toFixed(1)} s of sound, ${stated.toFixed(1)} s stated`,
  );
  const more = wrong > examples.length ? `; and ${wrong - examples.length} more` : "";
  const advice =
    "A file with less sound than stated is probably truncated: export it again, and import again. The measured length is shown and searched.";
  return [
    warn(
      NAME,
      `${wrong} of ${compared} measured files have another length than stated: ${named.join("; ")}${more}`,
      advice,
    ),
  ];
}

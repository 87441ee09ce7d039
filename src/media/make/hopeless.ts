import { knownDigests } from "../../audio/source-store.ts";
import type { Reading } from "../../db/service-db.ts";
import type { Work } from "../../db/work.ts";
import { type MakeTask, type SongMedia, stemsFormOf } from "./make-task.ts";
import type { Recipes } from "./recipes.ts";
import { taskDigest } from "./sources.ts";
import { failuresOf, hasFailures, type MadeKey } from "./store.ts";

/** Whether a file can never be generated. Documents should not link to it. */
export type IsHopeless = (task: MakeTask) => boolean;

/** Reads which files of these songs can never be generated. The result answers for tasks whose sources are files of the songs. */
export function* readHopeless(
  reading: Reading,
  recipes: Pick<Recipes, "knownNameOf">,
  songs: readonly SongMedia[],
): Work<IsHopeless> {
  // Read for every document, and failures are rare.
  if (!(yield* hasFailures(reading))) return () => false;
  const digests = yield* knownDigests(reading, [...new Set(songs.flatMap(refsOf))]);
  const digestOf = (task: MakeTask): string | null => taskDigest(task, (ref) => digests.get(ref) ?? null);
  const archives = songs.flatMap((song) => {
    const form = stemsFormOf(song);
    return form?.kind === "made" ? (digestOf(form.task) ?? []) : [];
  });
  const failed = new Set((yield* failuresOf(reading, [...new Set([...digests.values(), ...archives])])).map(nameOf));
  if (failed.size === 0) return () => false;
  return (task) => {
    const digest = digestOf(task);
    const recipe = recipes.knownNameOf(task.kind);
    return digest !== null && recipe !== null && failed.has(nameOf({ digest, kind: task.kind, recipe }));
  };
}

function refsOf({ stemsPath, audioFiles }: SongMedia): readonly string[] {
  return [stemsPath, ...audioFiles.flatMap(({ wavPath, mp3Path }) => [wavPath, mp3Path])].filter((ref) => ref !== null);
}

function nameOf({ digest, kind, recipe }: MadeKey): string {
  return `${digest} ${kind} ${recipe}`;
}

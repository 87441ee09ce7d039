import { and, eq, notInArray } from "drizzle-orm";
import { catalogObjects } from "../../../schema/tables/service/settings.ts";
import type { Reading, Writing } from "../../db/service-db.ts";
import { all, run, type Work } from "../../db/work.ts";
import type { ObjectContent } from "../../objects/object-store.ts";

export type CatalogFile = "catalog.db" | "index.bin";

/** A file of a generation that is an object of the store, too. */
export interface CatalogObject extends ObjectContent {
  /** Number of the generation. */
  readonly generation: number;
  readonly file: CatalogFile;
  /** Migrations of a database, or the format of an index. */
  readonly format: number;
}

/** Returns the files of the current and of the former generation that are in the store. */
export function* storedObjects({ orm }: Reading): Work<readonly CatalogObject[]> {
  return yield* all(orm.select().from(catalogObjects));
}

/** Records files whose objects are in the store. */
export function* recordObjects(tx: Writing, objects: readonly CatalogObject[]): Work<void> {
  for (const object of objects) {
    const { digest, byteSize, format } = object;
    yield* run(
      tx.orm
        .insert(catalogObjects)
        .values(object)
        .onConflictDoUpdate({
          target: [catalogObjects.generation, catalogObjects.file],
          set: { digest, byteSize, format },
        }),
    );
  }
}

/** Forgets the object of a file that has changed, or that the store has lost. */
export function* forgetObject(tx: Writing, generation: number, file: CatalogFile): Work<void> {
  yield* run(
    tx.orm.delete(catalogObjects).where(and(eq(catalogObjects.generation, generation), eq(catalogObjects.file, file))),
  );
}

/** Forgets the objects of a generation. */
export function* forgetGeneration(tx: Writing, generation: number): Work<void> {
  yield* run(tx.orm.delete(catalogObjects).where(eq(catalogObjects.generation, generation)));
}

/** Forgets the objects of all other generations. The sweep removes them from the store. */
export function* keepObjectsOf(tx: Writing, generations: readonly number[]): Work<void> {
  yield* run(tx.orm.delete(catalogObjects).where(notInArray(catalogObjects.generation, [...generations])));
}

/**
 * Keeps the objects of a restored generation under its new number, unless the restored file has another digest. Forgets all others: what
 * has their numbers in the data folder is of the catalog that was replaced.
 */
export function* renumberObjects(
  tx: Writing,
  { from, to, digests }: { readonly from: number; readonly to: number; readonly digests: readonly string[] },
): Work<void> {
  const kept = (yield* storedObjects(tx)).filter(
    ({ generation, digest }) => generation === from && digests.includes(digest),
  );
  yield* run(tx.orm.delete(catalogObjects));
  yield* recordObjects(
    tx,
    kept.map((object) => ({ ...object, generation: to })),
  );
}

import { eq, inArray } from "drizzle-orm";
import { assetSounds } from "../../schema/tables/service/assets.ts";
import { DESCRIPTOR_VERSION } from "../audio/descriptor/descriptor-bytes.ts";
import { type Hearing, packHearing, unpackHearing } from "../audio/hearing/hearing.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import { first, run, type Work } from "../db/work.ts";

/** Stores what an asset sounds like. It is deleted with the asset, and when its analysis expires. */
export function putHearing(tx: Writing, assetId: string, hearing: Hearing): Work<void> {
  const row = { version: DESCRIPTOR_VERSION, hearing: Buffer.from(packHearing(hearing)) };
  return run(
    tx.orm
      .insert(assetSounds)
      .values({ assetId, ...row })
      .onConflictDoUpdate({ target: assetSounds.assetId, set: row }),
  );
}

/** Null if the asset was not heard, or by a version whose descriptors songs no longer have. */
export function* findHearing(reading: Reading, assetId: string): Work<Hearing | null> {
  const row = yield* first(reading.orm.select().from(assetSounds).where(eq(assetSounds.assetId, assetId)));
  return row?.version === DESCRIPTOR_VERSION ? unpackHearing(row.hearing) : null;
}

export function deleteHearings(tx: Writing, assetIds: readonly string[]): Work<void> {
  return run(tx.orm.delete(assetSounds).where(inArray(assetSounds.assetId, [...assetIds])));
}

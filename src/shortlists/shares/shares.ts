import { runNow } from "../../db/work.ts";
import type { ShareAttributes } from "../../../schema/wire/shortlist-share.ts";
import { byKey } from "../../audit/audit-event.ts";
import type { AuditTrail } from "../../audit/audit-trail.ts";
import type { ServiceDb, Writing } from "../../db/service-db.ts";
import { type ApiKey, isLive, isUsable } from "../../keys/key.ts";
import { addRecipient, countRecipients } from "../../keys/recipient-store.ts";
import type { KeyReader } from "../../keys/store.ts";
import { type Clock, DAY_MS, SECOND_MS } from "../../lib/clock.ts";
import type { NewId } from "../../lib/ids.ts";
import { refuse } from "../../lib/refusal.ts";
import type { ShortlistRow } from "../shortlist.ts";
import type { ShortlistCaller } from "../shortlists.ts";
import { ACTIVE_SHARES_MAX, type ShareRow, SHARES_KEPT_MAX, shareIdIn, stateOf } from "./share.ts";
import {
  countActiveShares,
  countOpening,
  deleteShares,
  findShare,
  insertShare,
  revokeShare,
  sharesOf,
} from "./share-store.ts";

/** New recipients of a key within 24 hours. They stay on file, and each makes every search for an imprint longer. */
export const RECIPIENTS_PER_DAY_MAX = 500;

export interface SharesDeps {
  readonly db: ServiceDb;
  readonly keys: Pick<KeyReader, "row">;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly audit: AuditTrail;
  readonly secret: string;
}

/** What a valid link opens. */
export interface OpenedShare {
  readonly share: ShareRow;
  readonly shortlist: ShortlistRow;
  /** The key that shared it. */
  readonly key: Pick<ApiKey, "id" | "name" | "recipientNumber">;
}

/** Makes, ends and opens shared links. */
export class SharedLinks {
  readonly #deps: SharesDeps;

  constructor(deps: SharesDeps) {
    this.#deps = deps;
  }

  /**
   * `shortlist` must belong to the caller. Throws Refused (422): a test or trial key cannot share files without an imprint, which
   * would open what it does not get itself.
   */
  create(caller: ShortlistCaller, shortlist: ShortlistRow, given: ShareAttributes): ShareRow {
    const { db, clock, newId, audit } = this.#deps;
    const now = clock.now();
    const isImprinted = given.imprint ?? true;
    if (!isImprinted && !isLive(caller.key)) {
      const detail = "`imprint` can be false for live keys only.";
      throw refuse("invalid_attribute", { detail, source: { pointer: "/data/attributes/imprint" } });
    }
    const made: ShareRow = {
      id: newId(),
      shortlistId: shortlist.id,
      recipient: given.recipient,
      hasNotes: given.with_notes ?? false,
      createdAt: now,
      expiresAt: Math.floor((now + given.days * DAY_MS) / SECOND_MS) * SECOND_MS,
      revokedAt: null,
      opens: 0,
      lastOpenedAt: null,
      recipientNumber: null,
    };
    return db.transaction((tx) => {
      if (countActiveShares(tx, shortlist.id, now) >= ACTIVE_SHARES_MAX) {
        throw refuse("shares_full", { meta: { limit: ACTIVE_SHARES_MAX } });
      }
      if (isImprinted && runNow(countRecipients(tx, shortlist.keyId, now - DAY_MS)) >= RECIPIENTS_PER_DAY_MAX) {
        const detail = `The key has made ${RECIPIENTS_PER_DAY_MAX} links with an imprint within 24 hours.`;
        throw refuse("shares_full", { detail, meta: { limit: RECIPIENTS_PER_DAY_MAX } });
      }
      const row = isImprinted ? { ...made, recipientNumber: numberFor(tx, made, shortlist) } : made;
      insertShare(tx, row);
      const ended = sharesOf(tx, shortlist.id).filter((one) => stateOf(one, now) !== "active");
      deleteShares(
        tx,
        ended.slice(SHARES_KEPT_MAX - ACTIVE_SHARES_MAX).map(({ id }) => id),
      );
      const objects = { shortlist: shortlist.id, share: row.id };
      runNow(audit.recordIn(tx, { ...byKey(caller.key, caller.requestId), action: "share.created", objects }));
      return row;
    });
  }

  /** Ends a link. Throws Refused (404) if the shortlist has no such link. */
  revoke(caller: ShortlistCaller, shortlist: ShortlistRow, id: string): void {
    const { db, clock, audit } = this.#deps;
    db.transaction((tx) => {
      if (findShare(tx, id)?.shortlist.id !== shortlist.id) throw refuse("not_found");
      revokeShare(tx, id, clock.now());
      const objects = { shortlist: shortlist.id, share: id };
      runNow(audit.recordIn(tx, { ...byKey(caller.key, caller.requestId), action: "share.revoked", objects }));
    });
  }

  /** Returns what a token opens; null for a wrong, expired or revoked one, and if the key that shared it does not work any more. */
  open(token: string): OpenedShare | null {
    const { db, keys, clock, secret } = this.#deps;
    const now = clock.now();
    const id = shareIdIn(secret, token, now);
    const found = id === null ? null : findShare(db, id);
    if (found === null || stateOf(found.share, now) !== "active") return null;
    const key = runNow(keys.row(found.shortlist.keyId));
    return key === null || !isUsable(key, now) ? null : { ...found, key };
  }

  /** Counts that the page of a link was opened. */
  opened({ share, shortlist }: OpenedShare, requestId: string): void {
    const { db, clock, audit } = this.#deps;
    db.transaction((tx) => countOpening(tx, share.id, clock.now()));
    const objects = { shortlist: shortlist.id, share: share.id };
    audit.noteOpening({ actor: recipientOf(share), requestId, action: "share.opened", objects });
  }

  /** Notes that the recipient of a link listened to a file. */
  heard({ share }: OpenedShare, audioFileId: string, requestId: string): void {
    const objects = { audio_file: audioFileId, kind: "watermarked", share: share.id };
    this.#deps.audit.noteOpening({ actor: recipientOf(share), requestId, action: "media.opened", objects });
  }
}

function recipientOf({ id, recipient }: ShareRow) {
  return { kind: "recipient", id, name: recipient } as const;
}

function numberFor(tx: Writing, { id, recipient, createdAt }: ShareRow, { keyId, name }: ShortlistRow): number {
  return runNow(addRecipient(tx, { name: recipient, keyId, shareId: id, shortlistName: name, createdAt }));
}

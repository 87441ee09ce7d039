import type { ShareAttributes } from "../../../schema/wire/shortlist-share.ts";
import { byKey } from "../../audit/audit-event.ts";
import type { AuditTrail } from "../../audit/audit-trail.ts";
import { exclusive } from "../../db/exclusive.ts";
import type { Reading, ServiceDb, Writing } from "../../db/service-db.ts";
import type { Work } from "../../db/work.ts";
import { type ApiKey, isLive, isUsable } from "../../keys/key.ts";
import { addRecipient, countRecipients } from "../../keys/recipient-store.ts";
import type { KeyReader } from "../../keys/store.ts";
import { type Clock, DAY_MS, SECOND_MS } from "../../lib/clock.ts";
import type { NewId } from "../../lib/ids.ts";
import { refuse } from "../../lib/refusal.ts";
import type { ShortlistRow } from "../shortlist.ts";
import { changingIn, ownedIn, type ShortlistCaller } from "../shortlists.ts";
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

  /** Returns the links of a shortlist, newest first. Throws Refused (404). */
  async list({ id: keyId }: ApiKey, shortlistId: string): Promise<readonly ShareRow[]> {
    const { db } = this.#deps;
    return await db.read(listIn(db, keyId, shortlistId));
  }

  /**
   * Throws Refused: 404 if the caller has no such shortlist, and 422 if a test or trial key wants files without an imprint, which
   * would open what it does not get itself.
   */
  async create(caller: ShortlistCaller, shortlistId: string, given: ShareAttributes): Promise<ShareRow> {
    const { db, clock, newId } = this.#deps;
    const now = clock.now();
    const isImprinted = given.imprint ?? true;
    if (!isImprinted && !isLive(caller.key)) {
      const detail = "`imprint` can be false for live keys only.";
      throw refuse("invalid_attribute", { detail, source: { pointer: "/data/attributes/imprint" } });
    }
    const made: ShareRow = {
      id: newId(),
      shortlistId,
      recipient: given.recipient,
      hasNotes: given.with_notes ?? false,
      createdAt: now,
      expiresAt: Math.floor((now + given.days * DAY_MS) / SECOND_MS) * SECOND_MS,
      revokedAt: null,
      opens: 0,
      lastOpenedAt: null,
      recipientNumber: null,
    };
    return await db.write((tx) => this.#createIn(tx, caller, made, isImprinted));
  }

  *#createIn(tx: Writing, caller: ShortlistCaller, made: ShareRow, isImprinted: boolean): Work<ShareRow> {
    const now = made.createdAt;
    const shortlist = yield* changingIn(tx, caller.key.id, made.shortlistId);
    if ((yield* countActiveShares(tx, shortlist.id, now)) >= ACTIVE_SHARES_MAX) {
      throw refuse("shares_full", { meta: { limit: ACTIVE_SHARES_MAX } });
    }
    if (isImprinted) yield* exclusive(tx, `recipients of ${shortlist.keyId}`);
    if (isImprinted && (yield* countRecipients(tx, shortlist.keyId, now - DAY_MS)) >= RECIPIENTS_PER_DAY_MAX) {
      const detail = `The key has made ${RECIPIENTS_PER_DAY_MAX} links with an imprint within 24 hours.`;
      throw refuse("shares_full", { detail, meta: { limit: RECIPIENTS_PER_DAY_MAX } });
    }
    const row = isImprinted ? { ...made, recipientNumber: yield* numberFor(tx, made, shortlist) } : made;
    yield* insertShare(tx, row);
    const ended = (yield* sharesOf(tx, shortlist.id)).filter((one) => stateOf(one, now) !== "active");
    yield* deleteShares(
      tx,
      ended.slice(SHARES_KEPT_MAX - ACTIVE_SHARES_MAX).map(({ id }) => id),
    );
    yield* this.#record(tx, caller, "share.created", row);
    return row;
  }

  /** Ends a link. Throws Refused (404) if the caller has no such shortlist, or the shortlist no such link. */
  async revoke(caller: ShortlistCaller, shortlistId: string, id: string): Promise<void> {
    await this.#deps.db.write((tx) => this.#revokeIn(tx, caller, { shortlistId, id }));
  }

  *#revokeIn(tx: Writing, caller: ShortlistCaller, link: Pick<ShareRow, "shortlistId" | "id">): Work<void> {
    yield* changingIn(tx, caller.key.id, link.shortlistId);
    const found = yield* findShare(tx, link.id);
    if (found?.shortlist.id !== link.shortlistId) throw refuse("not_found");
    yield* revokeShare(tx, link.id, this.#deps.clock.now());
    yield* this.#record(tx, caller, "share.revoked", link);
  }

  *#record(
    tx: Writing,
    { key, requestId }: ShortlistCaller,
    action: "share.created" | "share.revoked",
    { shortlistId, id }: Pick<ShareRow, "shortlistId" | "id">,
  ): Work<void> {
    const objects = { shortlist: shortlistId, share: id };
    yield* this.#deps.audit.recordIn(tx, { ...byKey(key, requestId), action, objects });
  }

  /** Returns what a token opens; null for a wrong, expired or revoked one, and if the key that shared it does not work any more. */
  async open(token: string): Promise<OpenedShare | null> {
    const { db, clock, secret } = this.#deps;
    const now = clock.now();
    const id = shareIdIn(secret, token, now);
    return id === null ? null : await db.read(this.#openedBy(id, now));
  }

  *#openedBy(id: string, now: number): Work<OpenedShare | null> {
    const { db, keys } = this.#deps;
    const found = yield* findShare(db, id);
    if (found === null || stateOf(found.share, now) !== "active") return null;
    const key = yield* keys.row(found.shortlist.keyId);
    return key === null || !isUsable(key, now) ? null : { ...found, key };
  }

  /** Counts that the page of a link was opened. */
  async opened({ share, shortlist }: OpenedShare, requestId: string): Promise<void> {
    const { db, clock, audit } = this.#deps;
    await db.write((tx) => countOpening(tx, share.id, clock.now()));
    const objects = { shortlist: shortlist.id, share: share.id };
    audit.noteOpening({ actor: recipientOf(share), requestId, action: "share.opened", objects });
  }

  /** Notes that the recipient of a link listened to a file. */
  heard({ share }: OpenedShare, audioFileId: string, requestId: string): void {
    const objects = { audio_file: audioFileId, kind: "watermarked", share: share.id };
    this.#deps.audit.noteOpening({ actor: recipientOf(share), requestId, action: "media.opened", objects });
  }
}

function* listIn(reading: Reading, keyId: string, shortlistId: string): Work<readonly ShareRow[]> {
  yield* ownedIn(reading, keyId, shortlistId);
  return yield* sharesOf(reading, shortlistId);
}

function recipientOf({ id, recipient }: ShareRow) {
  return { kind: "recipient", id, name: recipient } as const;
}

function numberFor(tx: Writing, { id, recipient, createdAt }: ShareRow, { keyId, name }: ShortlistRow): Work<number> {
  return addRecipient(tx, { name: recipient, keyId, shareId: id, shortlistName: name, createdAt });
}

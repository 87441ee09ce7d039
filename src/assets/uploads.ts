import { byKey } from "../audit/audit-event.ts";
import type { AuditTrail } from "../audit/audit-trail.ts";
import { exclusive } from "../db/exclusive.ts";
import type { Reading, ServiceDb, Writing } from "../db/service-db.ts";
import type { Work } from "../db/work.ts";
import type { LaneRoom } from "../jobs/lane-room.ts";
import type { Queue } from "../jobs/queue.ts";
import type { Timer } from "../lib/timer.ts";
import type { ApiKey } from "../keys/key.ts";
import { hasRight, missingRights, rightFor } from "../keys/missing-rights.ts";
import { type Clock, SECOND_MS } from "../lib/clock.ts";
import { errorCode } from "../lib/error-code.ts";
import type { NewId } from "../lib/ids.ts";
import type { Log } from "../lib/log.ts";
import type { KeyedSlots } from "../lib/keyed-slots.ts";
import { Refused, refusal, refuse, refuseUntil } from "../lib/refusal.ts";
import { TimeLimitExceeded, withTimeLimit } from "../lib/with-time-limit.ts";
import { storageFailureOf } from "../lib/storage-failure.ts";
import { ObjectStoreFailed } from "../objects/object-store.ts";
import { ANALYSIS_JOBS, type AnalysisLane, enqueueAnalysis, laneOf, LANES_OF_KIND } from "./analysis-lanes.ts";
import type { Asset } from "./asset.ts";
import {
  BUSY_RETRY_SECONDS,
  FILE_BYTES_MAX,
  FORM_EXTRA_BYTES_MAX,
  FREE_BYTES_MIN,
  STORING_LIMIT_MS,
  UPLOADS_PER_KEY_MAX,
} from "./limits.ts";
import { describeFormat, type MediaKind } from "./media-type.ts";
import { type ProbeDeps, probeUpload, uploadImpossible, UploadImpossible } from "./probe.ts";
import { quotaFreeAt, recordUpload } from "./quota-store.ts";
import { type FormRules, type ReceivedForm, receiveForm } from "./receive-form.ts";
import { findAsset, insertAsset } from "./store.ts";
import {
  bytesMaxOf,
  closing,
  formOf,
  type JudgedType,
  judgeType,
  tooLarge,
  type UploadedBody,
  wrongType,
} from "./upload-form.ts";
import type { Originals } from "./originals.ts";
import type { UploadFolder } from "./upload-folder.ts";

const NO_ROOM = "The service has no room for the file.";

export interface UploadRequest extends UploadedBody {
  /** Null for a body in chunks. */
  readonly contentLength: number | null;
  /** Aborted if the client disconnects. */
  readonly signal: AbortSignal;
  /** The id of the HTTP request, for the audit trail. */
  readonly requestId: string;
  /** Called when the body has been read completely, so the connection can be reused. */
  onRead(): void;
}

export interface AcceptedUpload {
  readonly asset: Asset;
  /** Names of the form's parts that were ignored. */
  readonly ignoredParts: readonly string[];
}

export interface UploadsParts {
  readonly db: ServiceDb;
  readonly queue: Queue;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly newId: NewId;
  readonly log: Log;
  readonly folder: UploadFolder;
  readonly originals: Originals;
  readonly slots: KeyedSlots;
  readonly probe: ProbeDeps;
  readonly retainsOriginals: boolean;
  readonly audit: AuditTrail;
  freeBytes(): number;
}

/** Accepts uploads of images, videos and audio files. The jobs in jobs.ts analyse them later. */
export class Uploads {
  readonly #parts: UploadsParts;

  constructor(parts: UploadsParts) {
    this.#parts = parts;
  }

  /** Streams one upload to disk and accepts it. Throws Refused, with the checks in the order of the contract, and leaves no files then. */
  async accept(key: ApiKey, request: UploadRequest): Promise<AcceptedUpload> {
    if (!key.hasSupervisor) throw new Refused([missingRights(["supervisor"])]);
    const release = this.#parts.slots.take(key.id);
    if (release === null) throw uploadsBusy();
    try {
      return await this.#receive(key, request);
    } catch (error) {
      const isImpossible =
        isOfFileSystem(error) || error instanceof ObjectStoreFailed || error instanceof TimeLimitExceeded;
      const thrown = isImpossible ? impossibleFor(error) : error;
      if (thrown instanceof UploadImpossible)
        this.#parts.log.error({ reason: thrown.reason }, "failed to accept an upload");
      throw thrown;
    } finally {
      release();
    }
  }

  async #receive(key: ApiKey, request: UploadRequest): Promise<AcceptedUpload> {
    const { db, folder, newId, timer, originals } = this.#parts;
    const form = formOf(request);
    originals.requireStore();
    this.#checkRoom(request.contentLength ?? 0);
    const id = newId();
    const path = await folder.begin(id);
    try {
      const rules = this.#rules(key, request.contentLength);
      const received = await receiveForm(form, { path, rules, timer });
      request.onRead();
      const judged = judgeType(received);
      const { sniffed } = judged;
      await db.read(this.#check(db, key, sniffed.kind, LANES_OF_KIND[sniffed.kind]));
      const dimensions = await probeUpload(path, sniffed, this.#parts.probe);
      requireClient(request.signal);
      const { requestId, signal } = request;
      const asset = await this.#publish({ id, key, requestId, signal, ...judged, received, ...dimensions });
      return { asset, ignoredParts: received.ignoredParts };
    } finally {
      await folder.removeIncoming(id);
    }
  }

  #rules(key: ApiKey, contentLength: number | null): FormRules {
    return {
      freeBytes: () => this.#parts.freeBytes(),
      noRoom: (cause) => uploadImpossible(cause ?? "the disk is full", NO_ROOM),
      tooLarge,
      judge: (sniffed, head, declared) => {
        const isHidden = sniffed?.kind === "audio" && !key.hasAudio;
        // The extension does not exist for a key without the right.
        if (sniffed === null || isHidden)
          throw closing(wrongType(declared, describeFormat(head), { mayBeAudio: key.hasAudio }));
        const right = rightFor(sniffed.kind);
        if (!hasRight(key, right)) throw closing(missingRights([right], { source: { parameter: "file" } }));
        const bytesMax = bytesMaxOf(sniffed.kind);
        // The rest of a form is small, so the file in a longer body exceeds its limit.
        if (contentLength !== null && contentLength > bytesMax + FORM_EXTRA_BYTES_MAX) throw tooLarge(sniffed);
        return { bytesMax };
      },
    };
  }

  #checkRoom(expected: number): void {
    const needed = Math.min(expected, FILE_BYTES_MAX) + FREE_BYTES_MIN;
    if (this.#parts.freeBytes() >= needed) return;
    throw uploadImpossible("the disk is full", NO_ROOM);
  }

  /** Throws Refused if the quota is used up, or none of these lanes has room for another analysis. */
  *#check(reading: Reading, key: ApiKey, kind: MediaKind, lanes: readonly AnalysisLane[]): Work<void> {
    yield* this.#checkQuota(reading, key, kind);
    yield* this.#checkLanes(reading, key, lanes);
  }

  *#checkQuota(reading: Reading, key: ApiKey, kind: MediaKind): Work<void> {
    const quota = { image: key.imageQuota, video: key.videoQuota, audio: key.audioQuota }[kind];
    const now = this.#parts.clock.now();
    const freeAt = yield* quotaFreeAt(reading, { keyId: key.id, kind, quota, now });
    if (freeAt === null) return;
    throw refuseUntil(`daily_${kind}_quota_exceeded`, (freeAt - now) / SECOND_MS, { meta: { limit: quota } });
  }

  *#checkLanes(reading: Reading, key: ApiKey, lanes: readonly AnalysisLane[]): Work<void> {
    const rooms: LaneRoom[] = [];
    for (const lane of lanes) rooms.push(yield* this.#parts.queue.room(reading, ANALYSIS_JOBS[lane], key.id));
    const [room] = rooms.some(({ kind }) => kind === "free") ? [] : rooms;
    if (room?.kind === "lane full") throw refuseUntil("overloaded", room.retryAfterSeconds);
    if (room?.kind === "client full") {
      throw refuseUntil("uploads_waiting", room.retryAfterSeconds, { meta: { limit: room.limit } });
    }
  }

  /** Keeps the file before it inserts the row: a crash in between leaves an unused file, never a row without a file. */
  async #publish(upload: Upload): Promise<Asset> {
    const { db, queue, clock, audit, log } = this.#parts;
    try {
      await this.#keep(upload);
      requireClient(upload.signal);
      const asset = newAsset(upload, clock.now(), this.#parts.retainsOriginals);
      const check = (tx: Writing): Work<void> => this.#check(tx, upload.key, asset.mediaKind, [laneOf(asset)]);
      const jobId = await db.write(function* (tx) {
        yield* exclusive(tx, `uploads of ${asset.keyId}`);
        yield* check(tx);
        yield* insertAsset(tx, asset);
        yield* recordUpload(tx, { keyId: asset.keyId, mediaKind: asset.mediaKind, acceptedAt: asset.submittedAt });
        const objects = { asset: asset.id, kind: asset.mediaKind };
        yield* audit.recordIn(tx, { ...byKey(upload.key, upload.requestId), action: "upload.accepted", objects });
        return yield* enqueueAnalysis(tx, queue, asset);
      });
      const { id: assetId, keyId, mediaKind: kind, byteSize: bytes } = asset;
      log.info({ requestId: upload.requestId, keyId, assetId, jobId, kind, bytes }, "upload accepted");
      return asset;
    } catch (error) {
      await this.#discard(upload.id);
      requireClient(upload.signal);
      throw error;
    }
  }

  /** Removes an original that no row needs: a transaction can fail after its commit, too. In doubt, it is left to a sweep. */
  async #discard(id: string): Promise<void> {
    const { db, originals } = this.#parts;
    const asset = await db.read(findAsset(db, id)).catch(() => undefined);
    if (asset === null) await originals.remove(id);
  }

  /** Ends only when nothing is sent any more, so that a removal finds all of it. */
  async #keep({ id, received, signal }: Upload): Promise<void> {
    const { timer, originals } = this.#parts;
    const content = { digest: received.sha256, byteSize: received.byteSize };
    let keeping = Promise.resolve();
    try {
      await withTimeLimit(STORING_LIMIT_MS, timer, signal, (limited) => {
        keeping = originals.publish(id, content, limited);
        return keeping;
      });
    } finally {
      await keeping.catch(() => undefined);
    }
  }
}

/** Throws Refused if the client has left: nobody would learn the id of the asset. */
function requireClient(signal: AbortSignal): void {
  if (signal.aborted) throw refuse("bad_request", { detail: "The client disconnected." });
}

/** The body is left unread, so the connection cannot be used again. */
function uploadsBusy(): Refused {
  const headers = { "retry-after": String(BUSY_RETRY_SECONDS), connection: "close" };
  return new Refused([refusal("uploads_busy", { meta: { limit: UPLOADS_PER_KEY_MAX } })], headers);
}

interface Upload extends JudgedType {
  readonly id: string;
  /** Aborted if the client disconnects. */
  readonly signal: AbortSignal;
  readonly requestId: string;
  readonly key: ApiKey;
  readonly received: ReceivedForm;
  readonly width: number | null;
  readonly height: number | null;
  readonly duration: number | null;
}

function newAsset(upload: Upload, now: number, originalRetained: boolean): Asset {
  const { id, key, sniffed, contentType, received, width, height, duration } = upload;
  return {
    id,
    keyId: key.id,
    mediaKind: sniffed.kind,
    status: "pending",
    submittedAt: now,
    contentType,
    byteSize: received.byteSize,
    sha256: received.sha256,
    width,
    height,
    duration,
    originalRetained,
    processedAt: null,
    error: null,
    analysis: null,
  };
}

/** Returns whether a system call failed. It failed on the service's files, since clients name no paths. */
function isOfFileSystem(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error && errorCode(error) !== null;
}

function impossibleFor(error: Error): UploadImpossible {
  return uploadImpossible(error, storageFailureOf(error) === "full" ? NO_ROOM : undefined);
}

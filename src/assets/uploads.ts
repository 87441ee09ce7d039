import type { Reading, ServiceDb } from "../db/service-db.ts";
import type { Queue } from "../jobs/queue.ts";
import type { Timer } from "../lib/timer.ts";
import type { ApiKey } from "../keys/key.ts";
import { type Clock, SECOND_MS } from "../lib/clock.ts";
import { errorCode } from "../lib/error-code.ts";
import type { NewId } from "../lib/ids.ts";
import type { Log } from "../lib/log.ts";
import type { KeyedSlots } from "../lib/keyed-slots.ts";
import { Refused, refusal, refuse, refuseUntil } from "../lib/refusal.ts";
import { storageFailureOf } from "../lib/storage-failure.ts";
import type { Asset } from "./asset.ts";
import type { SavingRules } from "./file-saver.ts";
import { ANALYSIS_JOBS } from "./jobs.ts";
import {
  BUSY_RETRY_SECONDS,
  FILM_BYTES_MAX,
  FORM_EXTRA_BYTES_MAX,
  FREE_BYTES_MIN,
  PICTURE_BYTES_MAX,
  UPLOADS_PER_KEY_MAX,
} from "./limits.ts";
import {
  acceptedType,
  isSupported,
  type MediaKind,
  plainType,
  type SniffedType,
  SUPPORTED_TYPES,
} from "./media-type.ts";
import { type Probing, probeUpload, uploadImpossible, UploadImpossible } from "./probe.ts";
import { quotaFreeAt, recordUpload } from "./quota-store.ts";
import { type ReceivedForm, receiveForm } from "./receive-form.ts";
import { insertAsset } from "./store.ts";
import type { UploadFolder } from "./upload-folder.ts";

const NO_ROOM = "The service has no room for the file now.";

export interface UploadRequest {
  readonly contentType: string | null;
  readonly contentEncoding: string | null;
  /** Null when the body is sent in chunks. */
  readonly contentLength: number | null;
  readonly body: ReadableStream<Uint8Array> | null;
  /** Aborted when the client has gone away. */
  readonly signal: AbortSignal;
  /** Called once the body was read to its end, so that the connection can go on. */
  onRead(): void;
}

export interface UploadsParts {
  readonly db: ServiceDb;
  readonly queue: Queue;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly newId: NewId;
  readonly log: Log;
  readonly folder: UploadFolder;
  readonly slots: KeyedSlots;
  readonly probing: Probing;
  readonly keepsOriginals: boolean;
  freeBytes(): number;
}

/** Taking in pictures and films: the client's side of an asset's life. What becomes of it is jobs.ts. */
export class Uploads {
  readonly #parts: UploadsParts;

  constructor(parts: UploadsParts) {
    this.#parts = parts;
  }

  /** Streams one upload to disk and accepts it. Throws Refused with what the contract's order of checks finds; then nothing of it is left. */
  async accept(key: ApiKey, request: UploadRequest): Promise<Asset> {
    if (!key.hasSupervisor) throw refuse("unauthorized");
    const giveBack = this.#parts.slots.take(key.id);
    if (giveBack === null) throw uploadsBusy();
    try {
      return await this.#receive(key, request);
    } catch (error) {
      const thrown = isOfFileSystem(error) ? impossibleFor(error) : error;
      if (thrown instanceof UploadImpossible)
        this.#parts.log.error({ reason: thrown.reason }, "an upload was impossible");
      throw thrown;
    } finally {
      giveBack();
    }
  }

  async #receive(key: ApiKey, request: UploadRequest): Promise<Asset> {
    const { folder, newId, timer } = this.#parts;
    const form = formOf(request);
    this.#checkRoom(request.contentLength ?? 0);
    const id = newId();
    const path = await folder.begin(id);
    try {
      const rules = this.#rules(key, request.contentLength);
      const received = await receiveForm(form, { path, rules, timer });
      request.onRead();
      const judged = judgeType(received);
      const { sniffed } = judged;
      this.#checkQuota(key, sniffed.kind);
      this.#checkLane(key, sniffed.kind);
      const dimensions = await probeUpload(path, sniffed, this.#parts.probing);
      if (request.signal.aborted) throw refuse("bad_request", { detail: "The client went away." });
      return await this.#keep({ id, key, ...judged, received, ...dimensions });
    } finally {
      await folder.removeIncoming(id);
    }
  }

  #rules(key: ApiKey, contentLength: number | null): SavingRules {
    return {
      freeBytes: () => this.#parts.freeBytes(),
      noRoom: (cause) => uploadImpossible(cause ?? "the disk is full", NO_ROOM),
      tooLarge,
      judge: (sniffed) => {
        if (sniffed === null) throw closing("unsupported_format");
        if (!(sniffed.kind === "image" ? key.hasImages : key.hasVideo)) throw closing("unauthorized");
        const bytesMax = bytesMaxOf(sniffed.kind);
        // What else a form may hold is little, so a body so long cannot become one that is taken.
        if (contentLength !== null && contentLength > bytesMax + FORM_EXTRA_BYTES_MAX) throw tooLarge(sniffed);
        return { bytesMax };
      },
    };
  }

  #checkRoom(expected: number): void {
    const needed = Math.min(expected, FILM_BYTES_MAX) + FREE_BYTES_MIN;
    if (this.#parts.freeBytes() >= needed) return;
    throw uploadImpossible("the disk is full", NO_ROOM);
  }

  #checkQuota(key: ApiKey, kind: MediaKind, reading: Reading = this.#parts.db): void {
    const quota = kind === "image" ? key.imageQuota : key.videoQuota;
    const now = this.#parts.clock.now();
    const freeAt = quotaFreeAt(reading, { keyId: key.id, kind, quota, now });
    if (freeAt === null) return;
    const name = kind === "image" ? "daily_image_quota_exceeded" : "daily_video_quota_exceeded";
    throw refuseUntil(name, (freeAt - now) / SECOND_MS, { meta: { limit: quota } });
  }

  /** Whether the analysis of one more file may wait. */
  #checkLane(key: ApiKey, kind: MediaKind, reading: Reading = this.#parts.db): void {
    const room = this.#parts.queue.room(reading, ANALYSIS_JOBS[kind], key.id);
    if (room.kind === "lane full") throw refuseUntil("overloaded", room.retryAfterSeconds);
    if (room.kind === "client full") {
      throw refuseUntil("uploads_waiting", room.retryAfterSeconds, { meta: { limit: room.limit } });
    }
  }

  /** The file takes its place first: a crash between the two leaves a file that nobody names, never a row without its file. */
  async #keep(upload: Upload): Promise<Asset> {
    const { db, queue, clock, folder } = this.#parts;
    await folder.keep(upload.id);
    try {
      return db.transaction((tx) => {
        this.#checkQuota(upload.key, upload.sniffed.kind, tx);
        this.#checkLane(upload.key, upload.sniffed.kind, tx);
        const asset = newAsset(upload, clock.now(), this.#parts.keepsOriginals);
        insertAsset(tx, asset);
        recordUpload(tx, { keyId: asset.keyId, mediaKind: asset.mediaKind, acceptedAt: asset.submittedAt });
        const kind = ANALYSIS_JOBS[asset.mediaKind];
        queue.enqueue(tx, { kind, payload: { asset_id: asset.id }, client: asset.keyId });
        return asset;
      });
    } catch (error) {
      await folder.removeOriginal(upload.id);
      throw error;
    }
  }
}

/** The body is left unread, so the connection cannot be used again. */
function uploadsBusy(): Refused {
  const headers = { "retry-after": String(BUSY_RETRY_SECONDS), connection: "close" };
  return new Refused([refusal("uploads_busy", { meta: { limit: UPLOADS_PER_KEY_MAX } })], headers);
}

interface Upload {
  readonly id: string;
  readonly key: ApiKey;
  readonly sniffed: SniffedType;
  readonly contentType: string;
  readonly received: ReceivedForm;
  readonly width: number;
  readonly height: number;
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

/** 415 for what is no multipart form, 400 for one without a body. */
function formOf(request: UploadRequest): { readonly contentType: string; readonly body: ReadableStream<Uint8Array> } {
  const contentType = request.contentType ?? "";
  const coding = request.contentEncoding?.trim().toLowerCase() ?? "";
  if (plainType(contentType) !== "multipart/form-data") throw refuse("not_multipart");
  if (coding !== "" && coding !== "identity") {
    throw refuse("not_multipart", { detail: "Send the form without a Content-Encoding." });
  }
  if (request.body === null) throw refuse("bad_request", { detail: "The form has no part `file`." });
  return { contentType, body: request.body };
}

/** When the form has ended: emptiness, then whether the declared type is one that the bytes can have. */
function judgeType({ sniffed, declaredType }: ReceivedForm): Pick<Upload, "sniffed" | "contentType"> {
  if (sniffed === null) throw refuse("empty_file");
  const contentType = acceptedType(declaredType, sniffed);
  if (contentType !== null) return { sniffed, contentType };
  const plain = plainType(declaredType ?? "");
  const detail = isSupported(plain)
    ? `The file is declared as ${plain}, and its bytes say otherwise.`
    : `Declare the file as one of ${SUPPORTED_TYPES.join(", ")}.`;
  throw refuse("unsupported_format", { detail });
}

/** A call of the operating system failed: on our own files, because a client's file has no path here. */
function isOfFileSystem(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error && errorCode(error) !== null;
}

function impossibleFor(error: Error): UploadImpossible {
  return uploadImpossible(error, storageFailureOf(error) === "full" ? NO_ROOM : undefined);
}

function bytesMaxOf(kind: MediaKind): number {
  return kind === "image" ? PICTURE_BYTES_MAX : FILM_BYTES_MAX;
}

function tooLarge({ kind }: SniffedType): Refused {
  const name = kind === "image" ? "image_size_exceeded" : "video_size_exceeded";
  return new Refused([refusal(name, { meta: { limit_bytes: bytesMaxOf(kind) } })], { connection: "close" });
}

/** The rest of the body is not read, so the connection cannot be used again. */
function closing(name: "unsupported_format" | "unauthorized"): Refused {
  return new Refused([refusal(name)], { connection: "close" });
}

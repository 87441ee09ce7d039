import { AnalysisFailed } from "../analysis/pool/analysis-child.ts";
import { KeyedSlots } from "../lib/keyed-slots.ts";
import type { NewId } from "../lib/ids.ts";
import { refuse, refuseUntil } from "../lib/refusal.ts";
import type { Timer } from "../lib/timer.ts";
import { type HashDeps, hashesOfSniffed } from "./hash-file.ts";
import { FORM_EXTRA_BYTES_MAX } from "./limits.ts";
import { describeFormat } from "./media-type.ts";
import { type ProbeDeps, probeUpload, uploadImpossible } from "./probe.ts";
import { receiveForm } from "./receive-form.ts";
import { bytesMaxOf, closing, formOf, judgeType, tooLarge, type UploadedBody, wrongType } from "./upload-form.ts";
import type { UploadFolder } from "./upload-folder.ts";

/** Files that are measured for the blocklist at the same time, each in a process. */
const MEASURED_AT_ONCE = 1;
const BUSY_RETRY_SECONDS = 10;
const NO_ROOM = "The service has no room for the file.";

export interface FileBlockingDeps {
  readonly folder: UploadFolder;
  readonly newId: NewId;
  readonly timer: Timer;
  readonly probe: ProbeDeps;
  readonly hashing: HashDeps;
  readonly freeBytes: () => number;
}

/** Measures pictures and films that administrators block. The files are not kept. */
export class FileBlocking {
  readonly #deps: FileBlockingDeps;
  readonly #slots = new KeyedSlots({ totalMax: MEASURED_AT_ONCE, perOwnerMax: MEASURED_AT_ONCE });

  constructor(deps: FileBlockingDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the digests that block a file. Throws Refused as an upload does, 415 for a file in which nothing can be recognised,
   * and 503 while another file is measured.
   */
  async digestsOf(request: UploadedBody & { readonly contentLength: number | null }): Promise<readonly string[]> {
    const release = this.#slots.take("");
    if (release === null) throw refuseUntil("overloaded", BUSY_RETRY_SECONDS);
    const { folder, newId } = this.#deps;
    const id = newId();
    try {
      const form = formOf(request);
      return await this.#measure(await folder.begin(id), form, request.contentLength);
    } finally {
      await folder.removeIncoming(id);
      release();
    }
  }

  async #measure(path: string, form: ReturnType<typeof formOf>, contentLength: number | null) {
    const { timer, probe, hashing, freeBytes } = this.#deps;
    const received = await receiveForm(form, {
      path,
      timer,
      rules: {
        freeBytes,
        noRoom: (cause) => uploadImpossible(cause ?? "the disk is full", NO_ROOM),
        tooLarge,
        judge: (sniffed, head, declared) => {
          if (sniffed === null || sniffed.kind === "audio") throw closing(wrongType(declared, describeFormat(head)));
          const bytesMax = bytesMaxOf(sniffed.kind);
          if (contentLength !== null && contentLength > bytesMax + FORM_EXTRA_BYTES_MAX) throw tooLarge(sniffed);
          return { bytesMax };
        },
      },
    });
    const { sniffed } = judgeType(received);
    if (sniffed.kind === "audio") throw unrecognisable(null);
    await probeUpload(path, sniffed, probe);
    const hashes = await hashesOfSniffed(path, sniffed, hashing).catch((error: unknown) => {
      throw error instanceof AnalysisFailed ? unrecognisable(error.sentence) : error;
    });
    if (hashes.length === 0) throw unrecognisable("It has no frame with enough detail to recognise it.");
    return hashes;
  }
}

function unrecognisable(why: string | null) {
  return refuse("unsupported_format", {
    detail: `The file cannot be measured. ${why ?? "Its content cannot be read."}`,
  });
}

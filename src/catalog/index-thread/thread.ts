/** The thread that builds a search index while the import goes on (threaded-index.ts). */
import type { SongDocument } from "../../../schema/song.ts";
import { messageOf } from "../../lib/assert.ts";
import { IndexBuilder } from "../../ranking/index-builder.ts";
import { type IndexAnswer, type IndexRequest, PACK } from "./messages.ts";

declare const self: Worker;

const builder = new IndexBuilder();

function answer(value: IndexAnswer, transfer: readonly ArrayBufferLike[] = []): void {
  self.postMessage(
    value,
    transfer.filter((buffer) => buffer instanceof ArrayBuffer),
  );
}

function add(json: string): void {
  const songs: readonly SongDocument[] = JSON.parse(json);
  for (const song of songs) builder.add(song);
  answer({ kind: "added", chars: json.length });
}

function pack(): void {
  const chunks = builder.finish();
  // Transferred, because the index of a million songs has hundreds of megabytes.
  answer({ kind: "packed", chunks }, [...new Set(chunks.map(({ buffer }) => buffer))]);
}

self.addEventListener("message", ({ data }: MessageEvent<IndexRequest>) => {
  try {
    if (data === PACK) pack();
    else add(data);
  } catch (error) {
    answer({ kind: "failed", message: messageOf(error) });
  }
});

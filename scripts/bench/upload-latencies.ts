import { filmBytes, pictureBytes } from "../../test/support/pictures-and-films.ts";
import { percentiles } from "../lib/percentiles.ts";
import { type AloneAndBusy, fixedRate, report, reportAloneAndBusy } from "./load-loops.ts";
import type { Client } from "./search-latencies.ts";

const UPLOADS = { rate: 2, seconds: 40 };
const PICTURE_BYTES = 36_000;
const P95_MAX_MS = 300;

export interface UploadLatencies {
  readonly pictures: readonly number[];
  readonly films: readonly number[];
}

/** Returns the milliseconds from request to 202 of small pictures and films, which alternate at a fixed rate. */
export async function uploadLatencies({ url, token }: Client): Promise<UploadLatencies> {
  const picture = { bytes: pad(await pictureBytes(), PICTURE_BYTES), type: "image/jpeg" };
  const film = { bytes: await filmBytes(), type: "video/mp4" };
  const pictures: number[] = [];
  const films: number[] = [];
  let number = 0;
  await fixedRate(UPLOADS.rate, UPLOADS.seconds, async () => {
    const isPicture = number++ % 2 === 0;
    const { bytes, type } = isPicture ? picture : film;
    const form = new FormData();
    form.set("file", new Blob([bytes], { type }), "file");
    const begun = performance.now();
    const headers = { authorization: `Token ${token}` };
    const response = await fetch(`${url}/v1/supervisor/assets`, { method: "POST", headers, body: form });
    const text = await response.text();
    (isPicture ? pictures : films).push(performance.now() - begun);
    if (response.status !== 202) throw new Error(`Expected 202, got ${response.status}: ${text}`);
  });
  return { pictures, films };
}

/** `meanwhile` names the background work, such as "while films are analysed". Returns the missed targets. */
export function reportUploads(alone: UploadLatencies, busy: UploadLatencies, meanwhile: string): readonly string[] {
  return [
    ...missedLimit(
      `upload of a picture of ${PICTURE_BYTES / 1_000} kB`,
      { alone: alone.pictures, busy: busy.pictures },
      meanwhile,
    ),
    ...missedLimit("upload of a film of a second", { alone: alone.films, busy: busy.films }, meanwhile),
  ];
}

function missedLimit(what: string, { alone, busy }: AloneAndBusy, meanwhile: string): readonly string[] {
  const notMeasured = reportAloneAndBusy(what, { alone, busy }, meanwhile);
  if (notMeasured.length > 0) return notMeasured;
  const { p95 } = percentiles(busy);
  report(`p95 (target: at most ${P95_MAX_MS} ms)`, `${p95.toFixed(0)} ms`);
  return p95 > P95_MAX_MS ? [`${what}: the p95 is ${p95.toFixed(0)} ms`] : [];
}

/** Adds zeros after the end of a JPEG, which decoders ignore. */
function pad(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.max(length, bytes.length));
  padded.set(bytes);
  return padded;
}

import { filmBytes, pictureBytes } from "../../test/support/pictures-and-films.ts";
import type { Client } from "./beside-work.ts";
import { fixedRate, percentile, percentiles, say } from "./load.ts";

const UPLOADS = { rate: 2, seconds: 40 };
const PICTURE_BYTES = 36_000;
const P95_MAX_MS = 300;

export interface UploadLatencies {
  readonly pictures: readonly number[];
  readonly films: readonly number[];
}

/** Milliseconds from the first byte to the 202 of small pictures and films, which take turns at a fixed rate. */
export async function uploadLatencies({ url, token }: Client): Promise<UploadLatencies> {
  const picture = { bytes: padded(await pictureBytes(), PICTURE_BYTES), type: "image/jpeg" };
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
    if (response.status !== 202) throw new Error(`expected 202, got ${response.status}: ${text}`);
  });
  return { pictures, films };
}

/** `meanwhile` says what was done, as "while films are analysed". */
export function printUploads(alone: UploadLatencies, busy: UploadLatencies, meanwhile: string): void {
  print(`upload of a picture of ${PICTURE_BYTES / 1_000} kB`, alone.pictures, busy.pictures, meanwhile);
  print("upload of a film of a second", alone.films, busy.films, meanwhile);
}

function print(what: string, alone: readonly number[], busy: readonly number[], meanwhile: string): void {
  say(`${what}, alone, p50 / p95 / p99`, percentiles(alone));
  say(`${what}, ${meanwhile}`, percentiles(busy));
  say(`p95, of at most ${P95_MAX_MS} ms`, `${percentile(busy, 0.95).toFixed(0)} ms`);
}

/** Decoders ignore what follows the end of a JPEG. */
function padded(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(Math.max(length, bytes.length));
  whole.set(bytes);
  return whole;
}

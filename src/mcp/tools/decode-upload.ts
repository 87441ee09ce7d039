import { InvalidArguments } from "../invalid-arguments.ts";

/** A request is held in memory, and in base64 it is a third larger. Larger files are uploaded by HTTP, as a stream. */
export const UPLOAD_BYTES_MAX = 1024 ** 2;

const DATA_URL = /^data:([^;,]{0,100})(?:;[^;,]{0,100}){0,4};base64,/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Decodes base64, or a base64 data URL with its media type. `declared` takes precedence over the type of a data URL. Throws
 * InvalidArguments, which names `uploadUrl` for larger files.
 */
export function decodeUpload(
  data: string,
  declared: string | null,
  uploadUrl: string,
): { readonly bytes: Buffer<ArrayBuffer>; readonly type: string | null } {
  const url = DATA_URL.exec(data);
  const encoded = (url === null ? data : data.slice(url[0].length)).replace(/\s+/g, "");
  if (Math.floor((encoded.length * 3) / 4) > UPLOAD_BYTES_MAX + 2) throw tooLarge(uploadUrl);
  if (encoded.length % 4 !== 0 || !BASE64.test(encoded)) {
    throw new InvalidArguments([{ path: "/data", message: "Expected base64 with padding, or a base64 data URL" }]);
  }
  const bytes = Buffer.from(encoded, "base64");
  if (bytes.length > UPLOAD_BYTES_MAX) throw tooLarge(uploadUrl);
  return { bytes, type: declared ?? (url?.[1] === undefined || url[1] === "" ? null : url[1]) };
}

function tooLarge(uploadUrl: string): InvalidArguments {
  const message = `Expected at most 1 MiB of bytes. Upload larger files with POST ${uploadUrl}, as multipart/form-data`;
  return new InvalidArguments([{ path: "/data", message }]);
}

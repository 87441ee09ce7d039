import { nestsDeeper } from "../lib/nests-deeper.ts";
import { type Refused, refuse } from "../lib/refusal.ts";
import { JSON_API } from "./json-api.ts";
import type { BodyReader } from "./body-reader.ts";

/** Much larger than the largest valid search: two texts of 2,000 characters, a hundred ids, one URL. */
export const JSON_BODY_MAX_BYTES = 256 * 1024;

/** Levels of arrays and objects. Valid bodies have at most seven. */
const LEVELS_MAX = 32;

/** Supported media type parameters. JSON:API 1.1 also allows `ext`, but this service has no extensions. */
const JSON_API_PARAMETERS = new Set(["profile"]);

/**
 * Reads a request's body as a JSON object of at most `maxBytes`. Throws Refused: 415 for another media type or a
 * compressed body, 400 for a body that is not a JSON object in UTF-8, and the refusals of `BodyReader.read`.
 */
export async function readJson(
  request: Request,
  keyId: string,
  bodies: BodyReader,
  maxBytes = JSON_BODY_MAX_BYTES,
): Promise<Readonly<Record<string, unknown>>> {
  checkMediaType(request.headers.get("content-type"));
  checkEncoding(request.headers.get("content-encoding"));
  const value = parse(await bodies.read(request, { maxBytes, keyId }));
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw refuse("malformed_json");
  if (nestsDeeper(value, LEVELS_MAX)) {
    throw refuse("malformed_json", { detail: `The body has more than ${LEVELS_MAX} levels of arrays and objects.` });
  }
  return { ...value };
}

function checkMediaType(header: string | null): void {
  const [type = "", ...parameters] = (header ?? "").split(";").map((part) => part.trim().toLowerCase());
  if (type === "application/json") return;
  if (type !== JSON_API) throw refuse("unsupported_media_type");
  const names = parameters.filter((part) => part !== "").map((part) => part.split("=")[0]?.trim() ?? "");
  const foreign = names.find((name) => !JSON_API_PARAMETERS.has(name));
  if (foreign === undefined) return;
  throw refuse("unsupported_media_type", {
    detail: `${JSON_API} does not support the parameter \`${foreign}\`. Remove it.`,
  });
}

function checkEncoding(header: string | null): void {
  const coding = header?.trim().toLowerCase() ?? "identity";
  if (coding !== "identity" && coding !== "") {
    throw refuse("unsupported_media_type", {
      detail: "Send the body without a Content-Encoding.",
      source: { header: "Content-Encoding" },
    });
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw malformed(error);
  }
}

function malformed(cause: unknown): Refused {
  const detail =
    cause instanceof SyntaxError
      ? "The body is not JSON: it cannot be parsed."
      : "The body is not JSON in UTF-8, or nests too deeply.";
  return refuse("malformed_json", { detail });
}

import type { ApiKey } from "../keys/key.ts";
import { nearest } from "../lib/nearest.ts";
import { shorten } from "../lib/shorten.ts";
import { ATTRIBUTES } from "./attributes-pointer.ts";

/** Named members per response. The rest are only counted. */
const NAMED_MAX = 20;
/** Longer than any name with a few typing mistakes. */
const MISSPELT_CHARS_MAX = 20;

/** The members of a search that are read, or that JSON:API reserves for other purposes, by the pointer to their object. */
const KNOWN: readonly Members[] = [
  ["", ["data", "meta", "jsonapi"]],
  ["/data", ["type", "attributes", "meta"]],
];
const IN_ATTRIBUTES = ["query", "context", "asset_ids", "callback_url", "refines", "likes", "dislikes", "wishes"];
/** Read only for keys that can search by sound. */
const OF_SOUND = ["excerpt", "temp_track", "sound_weights"];

type Members = readonly [pointer: string, names: readonly string[]];

/** A remark in `meta.warnings` of an accepted request (schema/wire/search.ts). */
export interface RequestWarning {
  readonly detail: string;
  readonly source?: { readonly pointer: string };
}

/**
 * Names the members of a valid search request that were ignored, because a misspelt attribute would otherwise go unnoticed.
 * They are not refused: other clients of the interface can send them.
 */
export function warnOfUnknownMembers(
  body: Readonly<Record<string, unknown>>,
  { hasAudio }: Pick<ApiKey, "hasAudio">,
): readonly RequestWarning[] {
  const known: readonly Members[] = [...KNOWN, [ATTRIBUTES, [...IN_ATTRIBUTES, ...(hasAudio ? OF_SOUND : [])]]];
  const unknown = known.flatMap(([pointer, names]) =>
    Object.keys(objectAt(body, pointer))
      .filter((name) => !names.includes(name) && !isAtMember(name))
      .map((name) => ({ pointer, name, names })),
  );
  const named = unknown.slice(0, NAMED_MAX).map(({ pointer, name, names }) => warningOf(pointer, name, names));
  const more = unknown.length - named.length;
  return more === 0 ? named : [...named, { detail: `${more} more unknown members were ignored.` }];
}

/** JSON:API 1.1 allows members that begin with `@` everywhere, and requires servers to ignore them. */
function isAtMember(name: string): boolean {
  return name.startsWith("@");
}

function warningOf(pointer: string, name: string, names: readonly string[]): RequestWarning {
  const shown = shorten(name);
  const path = [...pointer.split("/").slice(1), shown].join(".");
  const similar = name.length > MISSPELT_CHARS_MAX ? null : nearest(name, names);
  const hint = similar === null ? "" : ` Did you mean \`${similar}\`?`;
  // A shortened or escaped name would point to another member.
  const exact = shown === name ? `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}` : pointer;
  return { detail: `\`${path}\` is unknown and was ignored.${hint}`, source: { pointer: exact } };
}

function objectAt(body: Readonly<Record<string, unknown>>, pointer: string): object {
  let value: unknown = body;
  for (const name of pointer.split("/").slice(1)) {
    value = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  }
  return typeof value === "object" && value !== null ? value : {};
}

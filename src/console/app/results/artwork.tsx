import { useSignal } from "@preact/signals";
import type { ResultRow } from "./result-rows.ts";

const GROOVES = [13, 16.5, 20];

/** The picture of a song's artist or, without one, a record whose colours follow from the song's id. Decoration. */
export function Artwork({ row }: { readonly row: Pick<ResultRow, "id" | "picture"> }) {
  const isMissing = useSignal(false);
  if (row.picture !== null && !isMissing.value) {
    return (
      <img
        class="artwork"
        src={row.picture}
        alt=""
        width={72}
        height={72}
        loading="lazy"
        onError={() => (isMissing.value = true)}
      />
    );
  }
  const hue = hueOf(row.id);
  return (
    <svg class="artwork" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <rect width="48" height="48" fill={`hsl(${hue} 32% 24%)`} />
      <circle cx="24" cy="24" r="23" fill={`hsl(${hue} 30% 14%)`} />
      {GROOVES.map((radius) => (
        <circle key={radius} cx="24" cy="24" r={radius} fill="none" stroke={`hsl(${hue} 25% 26%)`} stroke-width="0.7" />
      ))}
      <circle cx="24" cy="24" r="9.5" fill={`hsl(${(hue + 40) % 360} 55% 52%)`} />
      <circle cx="24" cy="24" r="1.5" fill={`hsl(${hue} 30% 14%)`} />
    </svg>
  );
}

/** FNV-1a with a final mix, because ids differ in their last digits only. A song always has the same colours. */
function hueOf(id: string): number {
  let hash = 0x811c9dc5;
  for (const char of id) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return ((hash ^ (hash >>> 13)) >>> 0) % 360;
}

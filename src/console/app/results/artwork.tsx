import { useSignal } from "@preact/signals";
import type { ResultRow } from "./result-rows.ts";

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
  // One element with a gradient: as a drawing of eight, it was a sixth of the row.
  return <span class="artwork record" style={{ "--hue": `${hueOf(row.id)}` }} aria-hidden="true" />;
}

/** FNV-1a with a final mix, because ids differ in their last digits only. A song always has the same colours. */
function hueOf(id: string): number {
  let hash = 0x811c9dc5;
  for (const char of id) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return ((hash ^ (hash >>> 13)) >>> 0) % 360;
}

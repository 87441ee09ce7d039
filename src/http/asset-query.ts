import type { AssetPlace } from "../assets/asset-page.ts";
import { Refused, type Refusal } from "../lib/refusal.ts";
import { shorten } from "../lib/shorten.ts";
import { decodeAssetCursor } from "./cursor.ts";
import { complaint, listParameters, PAGE_SIZE_DEFAULT, readSize } from "./list-query.ts";

export interface AssetQuery {
  readonly size: number;
  /** The place to go on after; null at the start. */
  readonly after: AssetPlace | null;
  readonly parameters: URLSearchParams;
}

/** Reads the query of a key's list of assets: `page[size]` and `page[cursor]`. Throws Refused (400) with everything that is wrong. */
export function readAssetQuery(url: string): AssetQuery {
  const parameters = listParameters(url);
  const complaints: Refusal[] = [];
  let size = PAGE_SIZE_DEFAULT;
  let after: AssetPlace | null = null;
  for (const name of new Set(parameters.keys())) {
    const [value = "", ...more] = parameters.getAll(name);
    const shown = shorten(name);
    if (more.length > 0) complaints.push(complaint(name, `${shown} is given more than once.`));
    else if (name === "page[size]") size = readSize(value, complaints);
    else if (name === "page[cursor]") {
      after = decodeAssetCursor(value);
      if (after === null) complaints.push(complaint(name, `${name} is not one that this list gave out.`));
    } else complaints.push(complaint(name, `${shown} is not a parameter of this list.`));
  }
  const [first, ...rest] = complaints;
  if (first !== undefined) throw new Refused([first, ...rest]);
  return { size, after, parameters };
}

import { fold } from "../../fold.ts";

/** An id for an artist who is only named: the same for every spelling that folds alike, in every import. */
export function idOfName(name: string): string {
  return `name-${new Bun.CryptoHasher("sha256").update(fold(name)).digest("hex").slice(0, 16)}`;
}

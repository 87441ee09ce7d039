import type { ServiceDb } from "../db/service-db.ts";
import { anchorLine, follow, type Link, ORIGIN, sealLine } from "./chain.ts";
import { settleTrail } from "./settle-trail.ts";
import { walkChain } from "./store.ts";

/** Whether a chain is intact. `line` counts from 1; in a data folder it counts entries. */
export type ChainState =
  | { readonly isIntact: true; readonly entries: number; readonly first: number; readonly last: Link }
  | { readonly isIntact: false; readonly line: number; readonly fault: string };

/** Verifies the chain in the service database. */
export async function verifyTrail(db: ServiceDb): Promise<ChainState> {
  await settleTrail(db);
  let check = new ChainCheck(ORIGIN);
  let head = ORIGIN;
  await db.readMoment((reading) =>
    walkChain(
      reading,
      (ends) => {
        check = new ChainCheck(ends.anchor);
        head = ends.head;
      },
      (line) => check.take(line),
    ),
  );
  return check.end(head, "the trail");
}

/** Verifies the lines of an export: the anchor, the entries and the seal. */
export async function verifyExport(lines: AsyncIterable<string>): Promise<ChainState> {
  let check: ChainCheck | null = null;
  let number = 0;
  let seal: string | null = null;
  for await (const line of lines) {
    number += 1;
    if (seal !== null) return broken(number, "it is after the seal, which is the last line of an export");
    if (check === null) {
      const anchor = linkIn("anchor", line);
      if (anchor === null) return broken(number, "it is not the anchor, which is the first line of an export");
      check = new ChainCheck(anchor, number);
    } else if (linkIn("seal", line) !== null) seal = line;
    else if (!check.take(line)) break;
  }
  if (check === null) return broken(1, "the file is empty");
  const { last, fault } = check;
  if (fault !== null) return fault;
  if (seal === null) return broken(number + 1, "the seal is missing: the end of the export was cut off");
  if (seal !== sealLine(last)) {
    return broken(
      number,
      `it does not fit entry ${last.seq} before it: the last entry was changed, or entries are missing`,
    );
  }
  return check.end(last, "the export");
}

/** Takes lines in order and remembers the first fault. */
class ChainCheck {
  readonly #anchor: Link;
  readonly #linesBefore: number;
  #last: Link;
  #fault: Extract<ChainState, { isIntact: false }> | null = null;

  constructor(anchor: Link, linesBefore = 0) {
    this.#anchor = anchor;
    this.#last = anchor;
    this.#linesBefore = linesBefore;
  }

  get last(): Link {
    return this.#last;
  }

  get fault(): ChainState | null {
    return this.#fault;
  }

  /** Returns whether the line continues the chain. */
  take(line: string): boolean {
    const next = follow(this.#last, line);
    if ("link" in next) this.#last = next.link;
    else this.#fault = broken(this.#linesBefore + this.#entries() + 1, next.fault);
    return this.#fault === null;
  }

  end(head: Link, of: string): ChainState {
    if (this.#fault !== null) return this.#fault;
    const { seq, sha256 } = this.#last;
    if (seq !== head.seq) return broken(this.#entries() + 1, `${of} ends with entry ${seq} instead of ${head.seq}`);
    if (sha256 !== head.sha256) return broken(this.#entries(), "the last entry was changed");
    return { isIntact: true, entries: this.#entries(), first: this.#anchor.seq + 1, last: this.#last };
  }

  #entries(): number {
    return this.#last.seq - this.#anchor.seq;
  }
}

function broken(line: number, fault: string): Extract<ChainState, { isIntact: false }> {
  return { isIntact: false, line, fault };
}

const LINK = /^\{"(anchor|seal)":\{"seq":(\d{1,15}),"sha256":"([0-9a-f]{64})"\}\}$/;

/** Returns the link in an anchor or a seal. Null unless the line is exactly as it was written. */
function linkIn(kind: "anchor" | "seal", line: string): Link | null {
  const [, found, seq, sha256 = ""] = LINK.exec(line) ?? [];
  if (found !== kind) return null;
  const link = { seq: Number(seq), sha256 };
  const written = kind === "anchor" ? anchorLine(link) : sealLine(link);
  const isPossible = link.seq !== ORIGIN.seq || link.sha256 === ORIGIN.sha256;
  return written === line && isPossible ? link : null;
}

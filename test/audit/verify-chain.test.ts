import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { runNow } from "../../src/db/work.ts";
import type { AuditEvent } from "../../src/audit/audit-event.ts";
import { AuditTrail } from "../../src/audit/audit-trail.ts";
import { exportLines } from "../../src/audit/read-export.ts";
import { removeOldest } from "../../src/audit/store.ts";
import { type ChainState, verifyExport, verifyTrail } from "../../src/audit/verify-chain.ts";
import { writeExport } from "../../src/audit/write-export.ts";
import type { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { newServiceDb } from "../support/new-service-db.ts";
import { writeNow } from "../support/write-now.ts";

const ENTRIES = 12;

let folder: string;
let db: SqliteServiceDb;
let now: number;
let audit: AuditTrail;

beforeEach(() => {
  folder = temporaryFolder();
  db = newServiceDb(join(folder, "needledrop.db"));
  now = 1_000;
  audit = new AuditTrail({ db, clock: { now: () => now } });
});

afterEach(() => {
  db.close();
});

const removal = (id: string): AuditEvent => ({
  actor: { kind: "key", id: "key-1", name: 'Schnitt "Ü"\u2028' },
  action: "asset.deleted",
  objects: { asset: id },
  requestId: `request-${id}`,
});

async function fill(count = ENTRIES): Promise<void> {
  for (let entry = 0; entry < count; entry += 1) {
    now += 1_000;
    await audit.record(removal(String(entry)));
  }
}

async function exported(): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.jsonl`);
  await writeExport(db, path);
  return readFileSync(path, "utf8");
}

async function verify(text: string | Uint8Array): Promise<ChainState> {
  return await verifyExport(exportLines(new Blob([text]).stream()));
}

describe("an intact trail", () => {
  test("passes in the data folder and as an export", async () => {
    await fill();
    expect(await verifyTrail(db)).toMatchObject({ isIntact: true, entries: ENTRIES, first: 1, last: { seq: ENTRIES } });
    expect(await verify(await exported())).toEqual(await verifyTrail(db));
  });

  test("passes without entries", async () => {
    expect(await verifyTrail(db)).toMatchObject({ isIntact: true, entries: 0 });
    expect(await verify(await exported())).toMatchObject({ isIntact: true, entries: 0 });
  });

  test("passes after its oldest entries were removed, also all of them", async () => {
    await fill();
    const whole = await exported();
    expect(writeNow(db, (tx) => runNow(removeOldest(tx, { before: 6_001, keepMax: 1_000, limit: 100 })))).toBe(5);
    expect(await verifyTrail(db)).toMatchObject({ isIntact: true, entries: ENTRIES - 5, first: 6 });
    const pruned = await exported();
    expect(await verify(pruned)).toEqual(await verifyTrail(db));
    // The entries are those of the earlier export, and its sixth line has the digest in the anchor.
    expect(whole).toContain(pruned.split("\n").slice(1, -2).join("\n"));
    writeNow(db, (tx) => runNow(removeOldest(tx, { before: now + 1, keepMax: 1_000, limit: 100 })));
    expect(await verifyTrail(db)).toMatchObject({ isIntact: true, entries: 0, last: { seq: ENTRIES } });
    await fill(2);
    expect(await verifyTrail(db)).toMatchObject({ isIntact: true, entries: 2, first: ENTRIES + 1 });
    expect(await verify(await exported())).toMatchObject({ isIntact: true, entries: 2 });
  });
});

describe("an export with a change is broken:", () => {
  const cases = (lines: readonly string[]) => {
    const line = fc.nat({ max: lines.length - 1 });
    const edit = fc
      .record({
        line,
        at: fc.nat({ max: 400 }),
        character: fc.constantFrom("0", "a", '"', " ", "\r", "{", "é", "\u0000"),
      })
      .map(({ line: number, at, character }) => {
        const text = lines[number] ?? "";
        const place = at % text.length;
        return lines.with(number, text.slice(0, place) + character + text.slice(place + 1));
      });
    const insertion = fc
      .record({ line, at: fc.nat({ max: 400 }), character: fc.constantFrom(" ", "1", "\n", "\r", "\uFEFF") })
      .map(({ line: number, at, character }) => {
        const text = lines[number] ?? "";
        const place = at % (text.length + 1);
        return lines.with(number, text.slice(0, place) + character + text.slice(place));
      });
    const deletion = fc
      .record({ line, count: fc.integer({ min: 1, max: lines.length }) })
      .map(({ line: first, count }) => {
        return lines.toSpliced(first, count);
      });
    const swap = fc.tuple(line, line).map(([one, other]) => {
      return lines.with(one, lines[other] ?? "").with(other, lines[one] ?? "");
    });
    const copy = fc.tuple(line, line).map(([from, to]) => lines.toSpliced(to, 0, lines[from] ?? ""));
    return fc.oneof(edit, insertion, deletion, swap, copy);
  };

  test.each([0, 5])("any edit, deletion, reordering or copy of a line (with %d removed entries)", async (removed) => {
    await fill();
    writeNow(db, (tx) => runNow(removeOldest(tx, { before: 1_001 + removed * 1_000, keepMax: 1_000, limit: 100 })));
    const text = await exported();
    const lines = text.split("\n").slice(0, -1);
    expect(lines).toHaveLength(ENTRIES - removed + 2);
    await fc.assert(
      fc.asyncProperty(cases(lines), async (changed) => {
        const other = changed.map((line) => `${line}\n`).join("");
        const verdict = await verify(other);
        if (other === text) expect(verdict.isIntact).toBe(true);
        else expect(verdict.isIntact).toBe(false);
      }),
      { numRuns: 3_000 },
    );
  });

  test("any cut", async () => {
    await fill(3);
    const bytes = Buffer.from(await exported());
    for (let length = 0; length < bytes.length; length += 1) {
      expect((await verify(bytes.subarray(0, length))).isIntact).toBe(false);
    }
    expect((await verify(bytes)).isIntact).toBe(true);
  });

  test("an invalid byte instead of the character that stands for one", async () => {
    await audit.record({ ...removal("x"), objects: { asset: "\uFFFD" } });
    const text = await exported();
    expect((await verify(text)).isIntact).toBe(true);
    const at = Buffer.from(text).indexOf(Buffer.from("\uFFFD"));
    const bytes = Buffer.concat([
      Buffer.from(text).subarray(0, at),
      Buffer.from([0xff]),
      Buffer.from(text).subarray(at + 3),
    ]);
    expect((await verify(bytes)).isIntact).toBe(false);
  });

  test("and the first broken line is named", async () => {
    await fill();
    const lines = (await exported()).split("\n");
    const faultOf = async (changed: readonly string[]) => await verify(changed.join("\n"));
    // Line 1 is the anchor, so entry 3 is in line 4; its digest is in line 5.
    const edited = lines.with(3, (lines[3] ?? "").replace("request-2", "request-7"));
    expect(await faultOf(edited)).toEqual({
      isIntact: false,
      line: 5,
      fault: "its digest of entry 3 does not match: that entry or this one was changed",
    });
    expect(await faultOf(lines.toSpliced(3, 1))).toEqual({
      isIntact: false,
      line: 4,
      fault: "its number is 4 instead of 3: lines are missing, added or in another order",
    });
    expect(await faultOf(lines.with(3, "nonsense"))).toMatchObject({
      line: 4,
      fault: "it is not an entry of an audit trail",
    });
    expect(await faultOf(lines.toSpliced(12, 1))).toMatchObject({ line: 13 });
    expect(await faultOf([...lines.slice(0, 13), ""])).toMatchObject({
      line: 14,
      fault: expect.stringContaining("cut off"),
    });
    expect(await faultOf([])).toMatchObject({ line: 1 });
  });
});

describe("a trail in the data folder with a change is broken:", () => {
  test.each([
    ["an edited entry", "update audit_lines set line = replace(line, 'request-2', 'request-7') where seq = 3", 4],
    [
      "an edited last entry",
      "update audit_lines set line = replace(line, 'request-11', 'request-7') where seq = 12",
      12,
    ],
    ["a removed entry", "delete from audit_lines where seq = 5", 5],
    ["removed first entries", "delete from audit_lines where seq <= 2", 1],
    ["removed last entries", "delete from audit_lines where seq > 10", 11],
    ["all removed", "delete from audit_lines", 1],
    [
      "an added entry",
      "insert into audit_lines select 13, at, key_id, replace(line, '12', '13') from audit_lines where seq = 12",
      13,
    ],
    [
      "swapped entries",
      "update audit_lines set line = (select line from audit_lines o where o.seq = 15 - audit_lines.seq) where seq in (7, 8)",
      7,
    ],
  ])("%s", async (_title, statement, line) => {
    await fill();
    db.sqlite.run(statement);
    expect(await verifyTrail(db)).toMatchObject({ isIntact: false, line });
  });
});

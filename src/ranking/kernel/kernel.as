// The inner loops of the scan, in AssemblyScript (a dialect of TypeScript with machine types; no garbage, no runtime).
// `bun scripts/build-kernel.ts` compiles it into kernel-bytes.ts. What each function has to do is said by its twin in
// plain-scanner.ts, and a property test holds both to the same sums: change them together.

/** As in plain-scanner.ts: a mark in the upper bits of `best`, a value in the lower 23. */
const VALUE_BITS: i32 = 23;
const VALUE_MASK: i32 = (1 << VALUE_BITS) - 1;
const MARKS_MAX: i32 = 255;

/** Bytes of one entry of the plan: an ask is {sign, number of terms}, a term {next run, end of its runs, units}. */
const ASK_BYTES: usize = 8;
const TERM_BYTES: usize = 12;

let scores: usize = 0;
let bests: usize = 0;
let founds: usize = 0;
let foundMax: u32 = 0;
let songsMax: u32 = 0;
let locals: usize = 0;
let impacts: usize = 0;
let runBlocks: usize = 0;
let runEnds: usize = 0;
let marks: i32 = 0;

/** Where the accumulators lie, each of `songs` numbers of 32 bits (a multiple of 16), and the list of found songs. */
export function placeScratch(score: usize, best: usize, songs: u32, found: usize, max: u32): void {
  scores = score;
  bests = best;
  songsMax = songs;
  founds = found;
  foundMax = max;
}

/** Where the sections of the index lie. */
export function placeIndex(local: usize, impact: usize, runBlock: usize, runEnd: usize): void {
  locals = local;
  impacts = impact;
  runBlocks = runBlock;
  runEnds = runEnd;
}

/** Adds all asks of the plan over one block of songs, and moves each term on to its next run. */
export function add(plan: usize, asks: u32, block: u32): void {
  let at = plan;
  for (let ask: u32 = 0; ask < asks; ask++) {
    const sign = load<i32>(at);
    const terms = load<u32>(at, 4);
    const first = at + ASK_BYTES;
    at = first + <usize>terms * TERM_BYTES;
    let here: u32 = 0;
    for (let term = first; term < at; term += TERM_BYTES) here += <u32>isHere(term, block);
    if (here == 0) continue;
    const mark = here > 1 ? nextMark() : 0;
    for (let term = first; term < at; term += TERM_BYTES) {
      if (!isHere(term, block)) continue;
      const run = load<u32>(term);
      store<u32>(term, run + 1);
      const from: usize = run == 0 ? 0 : load<u32>(runEnds + (<usize>(run - 1) << 2));
      const to: usize = load<u32>(runEnds + (<usize>run << 2));
      const units = load<i32>(term, 8);
      if (here == 1) addRun(from, to, units * sign);
      else addBest(from, to, units, sign, mark);
    }
  }
}

// @ts-ignore: decorator
@inline
function isHere(term: usize, block: u32): bool {
  const run = load<u32>(term);
  return run < load<u32>(term, 4) && <u32>load<u16>(runBlocks + (<usize>run << 1)) == block;
}

function nextMark(): i32 {
  if (marks == MARKS_MAX) {
    memory.fill(bests, 0, <usize>songsMax << 2);
    marks = 0;
  }
  marks++;
  return marks << VALUE_BITS;
}

/** Four postings at a time: their numbers are one load of 64 bits, their impacts one of 32. */
function addRun(from: usize, to: usize, units: i32): void {
  const end = locals + (to << 1);
  let local = locals + (from << 1);
  let impact = impacts + from;
  for (; local + 8 <= end; local += 8, impact += 4) {
    const four = load<u64>(local);
    const values = load<u32>(impact);
    addOne(<usize>(four & 0xffff), <i32>(values & 0xff) * units);
    addOne(<usize>((four >> 16) & 0xffff), <i32>((values >> 8) & 0xff) * units);
    addOne(<usize>((four >> 32) & 0xffff), <i32>((values >> 16) & 0xff) * units);
    addOne(<usize>(four >> 48), <i32>(values >> 24) * units);
  }
  for (; local < end; local += 2, impact += 1) addOne(<usize>load<u16>(local), <i32>load<u8>(impact) * units);
}

// @ts-ignore: decorator
@inline
function addOne(local: usize, value: i32): void {
  const at = scores + (local << 2);
  store<i32>(at, load<i32>(at) + value);
}

/** The best of an ask's terms whole, the others a quarter each, whatever the order of the terms. */
function addBest(from: usize, to: usize, units: i32, sign: i32, mark: i32): void {
  for (let at = from; at < to; at++) {
    const local = <usize>load<u16>(locals + (at << 1)) << 2;
    const value = <i32>load<u8>(impacts + at) * units;
    const kept = load<i32>(bests + local);
    const former = select<i32>(kept & VALUE_MASK, 0, (kept & ~VALUE_MASK) == mark);
    const isBetter = value > former;
    // No branch: which of two terms is the better one cannot be foreseen.
    const gain = select<i32>(value - former + (former >> 2), value >> 2, isBetter);
    store<i32>(bests + local, select<i32>(mark | value, kept, isBetter));
    const score = scores + local;
    store<i32>(score, load<i32>(score) + sign * gain);
  }
}

/** Lists the songs from `from` to `to` with more than `bar`, at most as many as the list takes; answers how many. */
export function sweep(from: u32, to: u32, bar: i32): u32 {
  const bars = i32x4.splat(bar);
  let count: u32 = 0;
  let local = from;
  while (local < to && count < foundMax) {
    // Sixteen songs at a time, of which nearly always none is worth a look; the accumulators end on such a boundary.
    if ((local & 15) == 0) {
      const at = scores + (<usize>local << 2);
      const any = v128.or(
        v128.or(i32x4.gt_s(v128.load(at), bars), i32x4.gt_s(v128.load(at, 16), bars)),
        v128.or(i32x4.gt_s(v128.load(at, 32), bars), i32x4.gt_s(v128.load(at, 48), bars)),
      );
      if (!v128.any_true(any)) {
        local += 16;
        continue;
      }
    }
    if (load<i32>(scores + (<usize>local << 2)) > bar) {
      store<u32>(founds + (<usize>count << 2), local);
      count++;
    }
    local++;
  }
  return count;
}

/** Empties the sums, for the next block or the next search. */
export function clear(): void {
  memory.fill(scores, 0, <usize>songsMax << 2);
}

// The inner loops of the scan, in AssemblyScript (a dialect of TypeScript with machine types; no garbage, no runtime).
// `bun scripts/build-kernel.ts` compiles it into kernel-bytes.ts. plain-scanner.ts has the same functions, and a
// property test compares their sums: change both together.

/** As in scanner.ts: a mark in the upper bits of an entry of `best`, a value in the lower 23. */
const VALUE_BITS: i32 = 23;
const MARKS_MAX: i32 = 255;

/** Entries of the plan: an ask is {sign, number of terms}, a term {next run, end of its runs, units}; 32 bits each. */
const ASK_BYTES: usize = 8;
const TERM_BYTES: usize = 12;

/**
 * A song's sums: its score and next to it its best term of the current ask, so that one load and one store handle both.
 */
const SUM_SHIFT: usize = 3;
const BEST: usize = 4;

/** A sweep handles this many songs at once. */
const STEP: u32 = 16;
const STEP_BYTES: usize = <usize>STEP << SUM_SHIFT;

let sums: usize = 0;
let songsMax: u32 = 0;
let founds: usize = 0;
let earneds: usize = 0;
let doubts: usize = 0;
let foundMax: u32 = 0;
let fileEnds: usize = 0;
let songTests: usize = 0;
let songTestCount: u32 = 0;
let versionTests: usize = 0;
let versionTestCount: u32 = 0;
let cut: u32 = 0;
let locals: usize = 0;
let impacts: usize = 0;
let runBlocks: usize = 0;
let runEnds: usize = 0;
let marks: i32 = 0;
let swept: u32 = 0;

/** Sets where the sums of `songs` songs (a multiple of STEP) and the lists of found songs and their scores are. */
export function placeScratch(sum: usize, songs: u32, found: usize, earned: usize, doubt: usize, max: u32): void {
  sums = sum;
  songsMax = songs;
  founds = found;
  earneds = earned;
  doubts = doubt;
  foundMax = max;
}

/** Sets where the sections of the index are. */
export function placeIndex(local: usize, impact: usize, runBlock: usize, runEnd: usize): void {
  locals = local;
  impacts = impact;
  runBlocks = runBlock;
  runEnds = runEnd;
}

/** Adds all asks of the plan over one block of songs, and advances each term to its next run. */
export function add(plan: usize, asks: u32, block: u32): void {
  swept = 0;
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
    let isFirst = true;
    for (let term = first; term < at; term += TERM_BYTES) {
      if (!isHere(term, block)) continue;
      const run = load<u32>(term);
      store<u32>(term, run + 1);
      const from: usize = run == 0 ? 0 : load<u32>(runEnds + (<usize>(run - 1) << 2));
      const to: usize = load<u32>(runEnds + (<usize>run << 2));
      const units = load<i32>(term, 8);
      if (here == 1) addRun(from, to, units * sign);
      else if (isFirst) addFirst(from, to, units, sign, mark);
      else addBest(from, to, units, sign, mark);
      isFirst = false;
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
    for (let at = sums; at < sums + (<usize>songsMax << SUM_SHIFT); at += 1 << SUM_SHIFT) store<i32>(at, 0, BEST);
    marks = 0;
  }
  marks++;
  return marks << VALUE_BITS;
}

// @ts-ignore: decorator
@inline
function sumAt(local: u64): usize {
  return sums + (<usize>(local & 0xffff) << SUM_SHIFT);
}

/** Adds an ask's only run in this block, four postings at a time: one load for their numbers, one for their impacts. */
function addRun(from: usize, to: usize, units: i32): void {
  const end = locals + (to << 1);
  let local = locals + (from << 1);
  let impact = impacts + from;
  for (; local + 8 <= end; local += 8, impact += 4) {
    const four = load<u64>(local);
    const values = load<u32>(impact);
    addOne(sumAt(four), <i32>(values & 0xff) * units);
    addOne(sumAt(four >> 16), <i32>((values >> 8) & 0xff) * units);
    addOne(sumAt(four >> 32), <i32>((values >> 16) & 0xff) * units);
    addOne(sumAt(four >> 48), <i32>(values >> 24) * units);
  }
  for (; local < end; local += 2, impact += 1) addOne(sumAt(load<u16>(local)), <i32>load<u8>(impact) * units);
}

// @ts-ignore: decorator
@inline
function addOne(at: usize, value: i32): void {
  store<i32>(at, load<i32>(at) + value);
}

/** Adds the first of an ask's runs in this block. Every entry of `best` belongs to another ask. */
function addFirst(from: usize, to: usize, units: i32, sign: i32, mark: i32): void {
  const end = locals + (to << 1);
  let local = locals + (from << 1);
  let impact = impacts + from;
  for (; local + 8 <= end; local += 8, impact += 4) {
    const four = load<u64>(local);
    const values = load<u32>(impact);
    begin(sumAt(four), <i32>(values & 0xff) * units, sign, mark);
    begin(sumAt(four >> 16), <i32>((values >> 8) & 0xff) * units, sign, mark);
    begin(sumAt(four >> 32), <i32>((values >> 16) & 0xff) * units, sign, mark);
    begin(sumAt(four >> 48), <i32>(values >> 24) * units, sign, mark);
  }
  for (; local < end; local += 2, impact += 1) begin(sumAt(load<u16>(local)), <i32>load<u8>(impact) * units, sign, mark);
}

// @ts-ignore: decorator
@inline
function begin(at: usize, value: i32, sign: i32, mark: i32): void {
  const score = load<i32>(at) + sign * value;
  store<u64>(at, (<u64>(mark | value) << 32) | <u64>(<u32>score));
}

/**
 * Adds a further run. The best of an ask's terms counts in full, the others a quarter each, whatever their order. So
 * the score gains the growth of the best, less the quarter that already counted for it, plus a quarter of the value.
 * Without branches, because it is unpredictable which of two terms is better. Marks rise, so the best of another ask is
 * less than any of this one.
 */
function addBest(from: usize, to: usize, units: i32, sign: i32, mark: i32): void {
  const end = locals + (to << 1);
  let local = locals + (from << 1);
  let impact = impacts + from;
  const units4 = i32x4.splat(units);
  const mark4 = i32x4.splat(mark);
  const flip4 = i32x4.splat(sign >> 31);
  for (; local + 8 <= end; local += 8, impact += 4) {
    const four = load<u64>(local);
    const at0 = sumAt(four);
    const at1 = sumAt(four >> 16);
    const at2 = sumAt(four >> 32);
    const at3 = sumAt(four >> 48);
    const low = v128.load_lane<u64>(at1, v128.load64_zero(at0), 1);
    const high = v128.load_lane<u64>(at3, v128.load64_zero(at2), 1);
    const score = v128.shuffle<i32>(low, high, 0, 2, 4, 6);
    const kept = v128.shuffle<i32>(low, high, 1, 3, 5, 7);
    const impact4 = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(impact)));
    const value = i32x4.mul(impact4, units4);
    const best = i32x4.max_s(kept, i32x4.add(value, mark4));
    const former = i32x4.sub(i32x4.max_s(kept, mark4), mark4);
    const after = i32x4.sub(best, mark4);
    const grown = i32x4.sub(lessAQuarter(after), lessAQuarter(former));
    const gain = i32x4.add(grown, i32x4.shr_s(value, 2));
    // Two's complement: x ^ -1, minus -1, is -x.
    const next = i32x4.add(score, i32x4.sub(v128.xor(gain, flip4), flip4));
    const nextLow = v128.shuffle<i32>(next, best, 0, 4, 1, 5);
    const nextHigh = v128.shuffle<i32>(next, best, 2, 6, 3, 7);
    v128.store_lane<u64>(at0, nextLow, 0);
    v128.store_lane<u64>(at1, nextLow, 1);
    v128.store_lane<u64>(at2, nextHigh, 0);
    v128.store_lane<u64>(at3, nextHigh, 1);
  }
  for (; local < end; local += 2, impact += 1) {
    const at = sumAt(load<u16>(local));
    const value = <i32>load<u8>(impact) * units;
    const kept = load<i32>(at, BEST);
    const former = kept > mark ? kept - mark : 0;
    let gain = value >> 2;
    if (value > former) {
      store<i32>(at, mark | value, BEST);
      gain = value - former + (former >> 2);
    }
    store<i32>(at, load<i32>(at) + sign * gain);
  }
}

// @ts-ignore: decorator
@inline
function lessAQuarter(value: v128): v128 {
  return i32x4.sub(value, i32x4.shr_s(value, 2));
}

/** Sets where this search's tests are, those of songs before those of versions, and resets the count of cut songs. */
export function placeScreen(ends: usize, tests: usize, ofSong: u32, ofVersion: u32): void {
  fileEnds = ends;
  songTests = tests;
  songTestCount = ofSong;
  versionTests = tests;
  for (let test: u32 = 0; test < ofSong; test++) versionTests = afterTest(versionTests);
  versionTestCount = ofVersion;
  cut = 0;
}

export function cutCount(): u32 {
  return cut;
}

/** A test is {kind of column, column, doubt, ranges; 32 bits each}, {unknown, and both ends of each range; 64 bits each}. */
// @ts-ignore: decorator
@inline
function afterTest(test: usize): usize {
  return test + 24 + (<usize>load<u32>(test, 12) << 4);
}

/** Returns the result of a test for a song or version: 0 if met, the doubt if unknown, -1 if failed. */
function testOne(test: usize, at: u32): i32 {
  const kind = load<u32>(test);
  const column = load<usize>(test, 4);
  let value: f64;
  if (kind == 0) value = load<f32>(column + (<usize>at << 2));
  else if (kind == 1) value = load<u8>(column + at);
  else value = load<i16>(column + (<usize>at << 1));
  // Only NaN differs from itself.
  if (value != value || value == load<f64>(test, 16)) return load<i32>(test, 8);
  const end = afterTest(test);
  for (let range = test + 24; range < end; range += 16) {
    if (value >= load<f64>(range) && value <= load<f64>(range, 8)) return 0;
  }
  return -1;
}

/** Returns the sum of several tests; -1 if one fails. */
function testAll(tests: usize, count: u32, at: u32): i32 {
  let sum: i32 = 0;
  for (let test = tests; count > 0; count--, test = afterTest(test)) {
    const doubt = testOne(test, at);
    if (doubt < 0) return -1;
    sum += doubt;
  }
  return sum;
}

/**
 * Returns a song's doubt as constraint-judge.ts does: that of its best version. A song without versions leaves all
 * tests on versions unknown.
 */
function doubtOf(place: u32): i32 {
  const sum = testAll(songTests, songTestCount, place);
  if (sum < 0 || versionTestCount == 0) return sum;
  const from: u32 = place == 0 ? 0 : load<u32>(fileEnds + (<usize>(place - 1) << 2));
  const to = load<u32>(fileEnds + (<usize>place << 2));
  let best: i32 = -1;
  if (from == to) {
    best = 0;
    let test = versionTests;
    for (let count = versionTestCount; count > 0; count--, test = afterTest(test)) best += load<i32>(test, 8);
  }
  for (let file = from; file < to; file++) {
    const doubt = testAll(versionTests, versionTestCount, file);
    if (doubt >= 0 && (best < 0 || doubt < best)) best = doubt;
    if (best == 0) break;
  }
  return best < 0 ? -1 : sum + best;
}

/**
 * Goes on through the songs before `to`, clears their scores, and lists those above `floor` unless they fail or are no
 * better than the bar. Returns how many it listed; it stops before the list could overflow, and returns 0 at the end of
 * the block.
 */
export function sweep(block: u32, to: u32, floor: i32, barDoubt: i32, barScore: i32): u32 {
  const bars = i32x4.splat(floor);
  let count: u32 = 0;
  while (swept < to && count + STEP <= foundMax) {
    const at = sums + (<usize>swept << SUM_SHIFT);
    const above0 = i32x4.gt_s(fourScores(at), bars);
    const above1 = i32x4.gt_s(fourScores(at + 32), bars);
    const above2 = i32x4.gt_s(fourScores(at + 64), bars);
    const above3 = i32x4.gt_s(fourScores(at + 96), bars);
    // Of sixteen songs almost always none is above the floor.
    if (v128.any_true(v128.or(v128.or(above0, above1), v128.or(above2, above3)))) {
      const low = i32x4.bitmask(above0) | (i32x4.bitmask(above1) << 4);
      const high = i32x4.bitmask(above2) | (i32x4.bitmask(above3) << 4);
      const beyond = max<i32>(0, <i32>STEP - <i32>(to - swept));
      const above = ((low | (high << 8)) & (0xffff >> beyond)) as u32;
      count = list(at, block << 16, above, barDoubt, barScore, count);
    }
    const none = i64x2.splat(0);
    for (let byte: usize = 0; byte < STEP_BYTES; byte += 16) v128.store(at + byte, none);
    swept += STEP;
  }
  return count;
}

// @ts-ignore: decorator
@inline
function fourScores(at: usize): v128 {
  return v128.shuffle<i32>(v128.load(at), v128.load(at, 16), 0, 2, 4, 6);
}

/**
 * Lists the songs above the floor, one bit each. A loop over bits, because the processor would mispredict half of the
 * branches for each song.
 */
function list(at: usize, start: u32, above: u32, barDoubt: i32, barScore: i32, count: u32): u32 {
  for (let left = above; left != 0; left &= left - 1) {
    const step = ctz(left);
    const score = load<i32>(at + (<usize>step << SUM_SHIFT));
    const doubt = doubtOf(start + swept + step);
    if (doubt < 0) cut++;
    if (doubt < 0 || doubt > barDoubt || (doubt == barDoubt && score <= barScore)) continue;
    store<u32>(founds + (<usize>count << 2), swept + step);
    store<i32>(earneds + (<usize>count << 2), score);
    store<i32>(doubts + (<usize>count << 2), doubt);
    count++;
  }
  return count;
}

/** Clears all scores, after a search that stopped within a block. */
export function clear(): void {
  memory.fill(sums, 0, <usize>songsMax << SUM_SHIFT);
}

/** Bytes of a signature, and of a query: the query has 16 bits per number. As in signature.ts. */
const SIGNATURE_BYTES: usize = 96;

/** Memory this far ahead is touched, because the processor fetches ahead only within a page. */
const AHEAD_BYTES: usize = 2048;

/** Keeps the compiler from leaving out the touching. */
let touched: i32 = 0;

/**
 * Lists the signatures from `from` to `to` whose product with the query exceeds `floor`: their numbers and products. The
 * caller limits the range, so that the lists have room for all of it.
 */
export function nearest(rows: usize, query: usize, from: u32, to: u32, floor: i32): u32 {
  const q0 = v128.load(query);
  const q1 = v128.load(query, 16);
  const q2 = v128.load(query, 32);
  const q3 = v128.load(query, 48);
  const q4 = v128.load(query, 64);
  const q5 = v128.load(query, 80);
  const q6 = v128.load(query, 96);
  const q7 = v128.load(query, 112);
  const q8 = v128.load(query, 128);
  const q9 = v128.load(query, 144);
  const q10 = v128.load(query, 160);
  const q11 = v128.load(query, 176);
  let listed: u32 = 0;
  let ahead: i32 = 0;
  const last = (<usize>memory.size() << 16) - 4;
  let at = rows + <usize>from * SIGNATURE_BYTES;
  for (let song = from; song < to; song++) {
    let even = i32x4.dot_i16x8_s(q0, v128.load_ext<i8>(at));
    let odd = i32x4.dot_i16x8_s(q1, v128.load_ext<i8>(at, 8));
    even = i32x4.add(even, i32x4.dot_i16x8_s(q2, v128.load_ext<i8>(at, 16)));
    odd = i32x4.add(odd, i32x4.dot_i16x8_s(q3, v128.load_ext<i8>(at, 24)));
    even = i32x4.add(even, i32x4.dot_i16x8_s(q4, v128.load_ext<i8>(at, 32)));
    odd = i32x4.add(odd, i32x4.dot_i16x8_s(q5, v128.load_ext<i8>(at, 40)));
    even = i32x4.add(even, i32x4.dot_i16x8_s(q6, v128.load_ext<i8>(at, 48)));
    odd = i32x4.add(odd, i32x4.dot_i16x8_s(q7, v128.load_ext<i8>(at, 56)));
    even = i32x4.add(even, i32x4.dot_i16x8_s(q8, v128.load_ext<i8>(at, 64)));
    odd = i32x4.add(odd, i32x4.dot_i16x8_s(q9, v128.load_ext<i8>(at, 72)));
    even = i32x4.add(even, i32x4.dot_i16x8_s(q10, v128.load_ext<i8>(at, 80)));
    odd = i32x4.add(odd, i32x4.dot_i16x8_s(q11, v128.load_ext<i8>(at, 88)));
    const four = i32x4.add(even, odd);
    const two = i32x4.add(four, v128.shuffle<i32>(four, four, 2, 3, 0, 1));
    const sum = i32x4.extract_lane(two, 0) + i32x4.extract_lane(two, 1);
    at += SIGNATURE_BYTES;
    const far = at + AHEAD_BYTES;
    ahead |= load<i32>(far < last ? far : last);
    if (sum <= floor) continue;
    const slot = <usize>listed << 2;
    store<u32>(founds + slot, song);
    store<i32>(earneds + slot, sum);
    listed++;
  }
  touched = ahead;
  return listed;
}

/**
 * Leaves out those of the first `count` found songs that fail or are no better than the bar, and lists the doubts of the others. Here
 * the found songs are numbers within the index. Returns how many are left.
 */
export function judge(count: u32, barDoubt: i32, barScore: i32): u32 {
  let left: u32 = 0;
  for (let slot: usize = 0; slot < <usize>count << 2; slot += 4) {
    const song = load<u32>(founds + slot);
    const doubt = doubtOf(song);
    const score = load<i32>(earneds + slot);
    if (doubt < 0 || doubt > barDoubt || (doubt == barDoubt && score <= barScore)) continue;
    const to = <usize>left << 2;
    store<u32>(founds + to, song);
    store<i32>(earneds + to, score);
    store<i32>(doubts + to, doubt);
    left++;
  }
  return left;
}

/**
 * The time to compare one signature of sound with all others: `bun scripts/bench/likeness.ts [SONGS]`, by default a million.
 * Processor time of the kernel, with huge pages as an index uses them and without, and of a plain loop in the same run.
 * Compare the ratio; the milliseconds depend on the machine's memory.
 */
import { printScanTimes, timeSignatureScan } from "../lib/signature-scan.ts";

const songs = Number(process.argv[2] ?? 1_000_000);
printScanTimes(songs, timeSignatureScan(songs));

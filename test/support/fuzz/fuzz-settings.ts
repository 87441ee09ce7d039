const SEEDS = 2 ** 31;

/** Requests or files of a property in the default test command. */
export function fuzzRuns(byDefault: number): number {
  const factor = Number(process.env["FUZZ_FACTOR"] ?? 1);
  return Math.ceil(byDefault * factor);
}

/** The seed of this run, from FUZZ_SEED or chosen now. It is printed, so that a run can be repeated. */
export function fuzzSeed(): number {
  const given = process.env["FUZZ_SEED"];
  const seed = given === undefined ? Math.floor(Math.random() * SEEDS) : Number(given);
  console.log(`fuzzing with FUZZ_SEED=${seed} FUZZ_FACTOR=${process.env["FUZZ_FACTOR"] ?? 1}`);
  return seed;
}

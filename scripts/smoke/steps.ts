import { messageOf } from "../../src/lib/assert.ts";

/** Runs checks one after the other, prints their results and counts them. */
export class Steps {
  passed = 0;
  failed = 0;

  /** A check fails if it returns false or throws. */
  async check(title: string, run: () => Promise<boolean>): Promise<void> {
    const complaint = await run().then(
      (isGood) => (isGood ? null : "failed"),
      (error: unknown) => messageOf(error),
    );
    if (complaint === null) this.passed += 1;
    else this.failed += 1;
    console.log(complaint === null ? `ok    ${title}` : `FAIL  ${title}: ${complaint}`);
  }
}

import { expect, test } from "bun:test";
import { SignInAttempts } from "../../src/users/sign-in-attempts.ts";

test("the delay doubles from one second to a minute", () => {
  const attempts = new SignInAttempts();
  const waits: number[] = [];
  let now = 0;
  for (let count = 0; count < 12; count += 1) {
    expect(attempts.begin("a", now)).toBe(0);
    const wait = attempts.begin("a", now);
    if (count >= 2) waits.push(wait / 1_000);
    now += Math.max(wait, 0);
    if (count < 2) {
      // The second call was one of the free attempts.
      count += 1;
    }
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60, 60]);
});

test("an attempt during the delay does not lengthen it", () => {
  const attempts = new SignInAttempts();
  for (let count = 0; count < 3; count += 1) attempts.begin("a", 0);
  expect(attempts.begin("a", 400)).toBe(600);
  expect(attempts.begin("a", 900)).toBe(100);
  expect(attempts.begin("a", 1_000)).toBe(0);
});

test("a success, an hour, and a clock that was set back each end the delay", () => {
  for (const end of [(attempts: SignInAttempts) => (attempts.succeeded("a"), 0), () => 3_600_000, () => -1]) {
    const attempts = new SignInAttempts();
    for (let count = 0; count < 3; count += 1) attempts.begin("a", 0);
    expect(attempts.begin("a", end(attempts))).toBe(0);
  }
});

test("the oldest of more than 10,000 names is forgotten", () => {
  const attempts = new SignInAttempts();
  for (let count = 0; count < 3; count += 1) attempts.begin("first", 0);
  for (let count = 0; count < 9_999; count += 1) attempts.begin(`name ${count}`, 0);
  expect(attempts.begin("first", 0)).toBe(1_000);
  attempts.begin("one more", 0);
  expect(attempts.begin("first", 0)).toBe(0);
});

import { expect, test } from "bun:test";
import { spokenSeconds } from "../../src/console/app/player/spoken-seconds.ts";

test("a slider names the exact position, and steps of five seconds while something plays", () => {
  expect([61.4, 64.9, 65].map((seconds) => spokenSeconds(seconds, false))).toEqual([61, 65, 65]);
  expect([61.4, 64.9, 65].map((seconds) => spokenSeconds(seconds, true))).toEqual([60, 60, 65]);
});

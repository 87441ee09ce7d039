import { expect, test } from "bun:test";
import { enOperation } from "../../src/console/app/admin/texts/en-operation.ts";
import { ATTEMPT_OUTCOMES } from "../../src/webhooks/attempt-result.ts";

test("each outcome of a webhook has words in the console", () => {
  const named = Object.keys(enOperation).filter((key) => key.startsWith("outcome."));
  expect(named.toSorted()).toEqual(ATTEMPT_OUTCOMES.map((outcome) => `outcome.${outcome}`).toSorted());
});

import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { ConsoleState } from "../support/console-state.ts";

interface FilterState {
  readonly catalogQuery: { readonly value: Readonly<Record<string, string>> };
  readonly writtenTitle: { readonly value: string };
  readonly writeTitle: (text: string) => void;
  readonly clearFilters: () => void;
  readonly showAddress: (address: string) => void;
}

const { catalogQuery, writtenTitle, writeTitle, clearFilters, showAddress } =
  await new ConsoleState().load<FilterState>("catalog/filter-state.ts");

function searched(): string | undefined {
  return catalogQuery.value["filter[title]"];
}

beforeEach(() => {
  jest.useFakeTimers();
  showAddress("?genre=jazz");
});
afterEach(() => {
  jest.useRealTimers();
});

test("words of a title are searched after the last key", () => {
  writeTitle("mid");
  jest.advanceTimersByTime(299);
  writeTitle("midnight");
  jest.advanceTimersByTime(299);
  expect(searched()).toBeUndefined();
  jest.advanceTimersByTime(1);
  expect([searched(), writtenTitle.value]).toEqual(["midnight", "midnight"]);
});

test.each([
  ["cleared filters", () => clearFilters(), ""],
  ["another address", () => showAddress("?title=rain"), "rain"],
])("words that wait to be searched give way to %s", (_what, act, shown) => {
  writeTitle("midnight");
  act();
  jest.advanceTimersByTime(1_000);
  expect([searched(), writtenTitle.value]).toEqual([shown || undefined, shown]);
});

import { expect, spyOn, test } from "bun:test";
import { reportLatencies } from "../../scripts/bench/search-latencies.ts";
import { reportUploads } from "../../scripts/bench/upload-latencies.ts";

test("a latency that was not measured is a missed target", () => {
  const printed = spyOn(console, "log").mockImplementation(() => undefined);
  const uploads = reportUploads({ pictures: [1], films: [1] }, { pictures: [1], films: [] }, "during work");
  const alone = { delays: [1], hits: [], searches: [1] };
  const searches = reportLatencies(alone, { delays: [1], hits: [1], searches: [1] }, "during work");
  printed.mockRestore();
  expect([...uploads, ...searches]).toEqual([
    "upload of a film of a second: nothing was measured",
    expect.stringMatching(/^cache hit at .*: nothing was measured$/),
  ]);
});

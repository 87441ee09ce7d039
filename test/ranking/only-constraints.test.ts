import { describe, expect, test } from "bun:test";
import { search, song, version } from "./support.ts";

const MESSAGE = "nothing about the sound of the music was understood; these songs only meet the constraints";

const songs = ["a", "b"].map((id) =>
  song({ id, tags: { mood: ["happy"] }, audioFiles: [version(`${id}-file`, { vocals: "none" })] }),
);

/** A mail about a job without a word on the sound or the story. */
const MAIL =
  "Hi Robin, thank you for the call on Tuesday. As discussed, the licence is for two years, online and television, in Europe only. " +
  "The invoice goes to our office in Leeds, with the number of the order in the subject. No vocals, please. The deadline is Friday at " +
  "noon, because the editor leaves for a week. Call me if anything is unclear. Best, Sam";

describe("constraints alone", () => {
  test("of a long text are no strong match, and the answer says so", () => {
    const { hits, unserved, brief } = search(songs, MAIL);
    expect(brief.wanted).toEqual([]);
    expect(hits.map(({ band }) => band)).toEqual(["possible", "possible"]);
    expect(unserved).toContain(MESSAGE);
  });

  test("of a short text are a complete request", () => {
    const { hits, unserved } = search(songs, "no vocals");
    expect(hits.map(({ band }) => band)).toEqual(["strong", "strong"]);
    expect(unserved).toEqual([]);
  });

  test("are not all that a text with a wish states", () => {
    expect(search(songs, `${MAIL} It should be happy music.`).unserved).not.toContain(MESSAGE);
  });
});

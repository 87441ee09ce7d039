import { describe, expect, test } from "bun:test";
import {
  type FocusMeaning,
  NO_FOCUS_MEANING,
  songMeant,
  whenFocusMoves,
  whenSongPlays,
} from "../../src/console/app/shortlists/focused-song.ts";

/** Songs that play one after the other, while the focus stays on one song. */
function played(focused: string, ...songs: readonly (string | null)[]): FocusMeaning {
  return songs.reduce((meaning, song) => whenSongPlays(meaning, song, focused), NO_FOCUS_MEANING);
}

describe("the song that F means", () => {
  test("is the one with the focus, also while another one plays", () => {
    expect(songMeant(NO_FOCUS_MEANING, "first")).toBe("first");
    expect(songMeant(played("second", "first"), "second")).toBe("second");
    expect(songMeant(played("fifth", "first", "second"), "fifth")).toBe("fifth");
  });

  test("is the one that plays without a focus", () => {
    expect(songMeant(played("first", "first", "second"), null)).toBe("second");
    expect(songMeant(NO_FOCUS_MEANING, null)).toBeNull();
  });

  test("is the one that plays if the focus stayed where the one before was started", () => {
    expect(songMeant(played("first", "first", "second", "third"), "first")).toBe("third");
  });

  test("is the one with the focus again once the focus moves, or the player is closed", () => {
    expect(songMeant(whenFocusMoves(played("first", "first", "second")), "first")).toBe("first");
    expect(songMeant(played("first", "first", "second", null), "first")).toBe("first");
  });
});

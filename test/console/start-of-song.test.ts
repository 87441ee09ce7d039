import { expect, test } from "bun:test";
import { ConsoleState } from "../support/console-state.ts";

interface PlayerState {
  readonly togglePlay: (rows: readonly unknown[], index: number) => void;
  readonly chooseFile: (file: number) => void;
  readonly playNext: (step: 1 | -1) => void;
  readonly stop: () => void;
}

/** Like a browser's, it keeps a position that is set before the file is known for the next file, too. */
class UnloadedAudio extends EventTarget {
  src = "";
  currentTime = 0;
  paused = true;
  play = async (): Promise<void> => undefined;
  pause = (): void => undefined;
  load = (): void => undefined;
  removeAttribute = (): void => undefined;
}

const page = new ConsoleState();
const audio = new UnloadedAudio();
Object.assign(globalThis, {
  Audio: function make() {
    return audio;
  },
});
const { togglePlay, chooseFile, playNext, stop } = await page.load<PlayerState>("player/player-state.ts");

test("a song begins at its start after a version that was chosen but not loaded", () => {
  const files = ["main", "instrumental"].map((id) => ({ id, seconds: 30, mp3: `/${id}.mp3` }));
  const rows = ["first", "second"].map((id) => ({ id, title: id, files }));
  togglePlay(rows, 0);
  audio.currentTime = 6;
  chooseFile(1);
  expect(audio.currentTime).toBe(6);
  playNext(1);
  expect(audio.currentTime).toBe(0);
  stop();
});

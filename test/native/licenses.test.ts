import { expect, test } from "bun:test";
import { licenseSections } from "../../src/native/licenses.ts";

test("each GPL program names its source and how to get it", async () => {
  const programs = (await licenseSections()).filter((section) => section.license === "GPL-3.0-or-later");
  expect(programs.map((section) => section.subject)).toEqual(["ffprobe", "ffmpeg"]);
  for (const { text } of programs) expect(text).toMatch(/Built from: FFmpeg .*source: https:[^]*for three years/);
});

test.each([
  ["Needledrop", "Needledrop contributors"],
  ["GNU General Public License, version 3", "END OF TERMS AND CONDITIONS"],
  ["GNU Lesser General Public License, version 3", "This version of the GNU Lesser General Public License"],
  ["GNU Lesser General Public License, version 2.1", "END OF TERMS AND CONDITIONS"],
  ["sharp", "Apache License"],
  ["libvips and the libraries in it", "librsvg"],
])("the text for %s is complete", async (subject, words) => {
  const section = (await licenseSections()).find((one) => one.subject === subject);
  expect(section?.text).toContain(words);
});

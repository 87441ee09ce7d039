import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type EditEvent, type EditList, EditListFault } from "../../src/cue-sheets/edit-lists/edit-list.ts";
import { framesOf, parseTimecode, readFrameRate, timecodeOf } from "../../src/cue-sheets/edit-lists/frame-rate.ts";
import { readEditList } from "../../src/cue-sheets/edit-lists/read-edit-list.ts";
import { runSteps } from "../../src/lib/steps.ts";

function read(text: string | Uint8Array, fps: string | null = null): EditList {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  return runSteps(readEditList(bytes, fps === null ? null : readFrameRate(fps)));
}

/** `Rain.wav A1 01:00:00:00 01:00:05:00` for each event. */
function shown({ events, rate }: EditList): readonly string[] {
  const at = (frames: number): string => timecodeOf(frames, rate);
  return events.map(({ names, track, start, end }: EditEvent) => [names[0], track, at(start), at(end)].join(" "));
}

describe("a CMX 3600 list", () => {
  test("is read in the messy form that programs export", () => {
    const list = read(
      [
        "\uFEFFTITLE:\tReel 1  mix v3 ",
        "",
        "001  AX       V     C        00:00:00:00 00:00:10:00 01:00:00:00 01:00:10:00  ",
        "* FROM CLIP NAME: INT. KITCHEN - DAY",
        "2\tAX\tA\tC\t00:00:00:00\t00:00:05:00\t01:00:00:00\t01:00:05:00",
        "*FROM CLIP NAME:  Glass Harbour.wav",
        "* SOURCE FILE: D:\\Music Library\\GH 01\\Glass Harbour.wav",
        "003  Reel 7/Music (old) A2 C 00:00:00:00 00:00:05:00 01:00:05:00 01:00:10:00",
        "M2   Reel 7/Music (old)   050.0                00:00:00:00",
        "000004  DN_01-2 AA/V C 00:00:00:00 00:00:05:00 01:00:10:00 01:00:15:00",
        "* COMMENT: keep this",
        "* USAGE: BI",
        "005  BL       AA    C        00:00:00:00 00:00:00:00 01:00:15:00 01:00:15:00",
        "005  AX       AA    D    030 00:00:00:00 00:00:05:00 01:00:15:00 01:00:20:00",
        "* FROM CLIP NAME: BLACK",
        "* TO CLIP NAME: Rain.mp3",
        "006  AX       NONE  C        00:00:00:00 00:00:01:00 01:00:20:00 01:00:21:00",
        "AUD  3 4",
        "007  broken line",
        ">>> SOURCE something",
      ].join("\r\n"),
      "25",
    );
    expect(list).toMatchObject({ format: "cmx3600", title: "Reel 1 mix v3", rate: { name: "25", isDrop: false } });
    expect(list.events.map(({ names, reel }) => (reel === "" ? names : [...names, { reel }]))).toEqual([
      ["INT. KITCHEN - DAY"],
      ["Glass Harbour.wav", "D:\\Music Library\\GH 01\\Glass Harbour.wav"],
      [{ reel: "Reel 7/Music (old)" }],
      [{ reel: "DN_01-2" }],
      ["BLACK"],
      ["Rain.mp3"],
      [],
    ]);
    expect(list.events.map(({ hasSound, hasPicture }) => [hasSound, hasPicture])).toEqual([
      [false, true],
      [true, false],
      [true, false],
      [true, true],
      [false, false],
      [true, false],
      [true, false],
    ]);
    expect(list.events[2]?.speed).toBe(200);
    expect(list.events[3]?.usage).toBe("BI");
    expect(list.events[6]?.track).toBe("NONE A3 A4");
    expect(list.notes).toEqual(["Lines that begin with a number, but cannot be read as events: 1."]);
  });

  test.each([
    ["FCM: NON-DROP FRAME", ":", "29.97", "29.97", false],
    ["FCM: DROP FRAME", ":", null, "29.97", true],
    ["", ";", null, "29.97", true],
    ["FCM: DROP FRAME", ";", "59.94", "59.94", true],
  ])("with %j and frames after %j counts %s", (fcm, mark, given, name, isDrop) => {
    const line = `001 AX A C 00:00:00${mark}00 00:00:01${mark}00 01:00:00${mark}00 01:01:00${mark}02`;
    const list = read(`${fcm}\n${line}`.replaceAll("01:01:00:02", "01:01:00:04"), given);
    expect(list.rate).toMatchObject({ name, isDrop });
  });

  test.each([
    ["001 AX A C 00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00", null, /does not say its frame rate/],
    ["001 AX A C 00:00:00:00 00:00:01:00 01:00:00:00 01:00:00:27", "25", /frame number 27, which 25/],
    ["001 AX A C 00:00:00;00 00:00:01;00 01:00:00;00 01:00:01;00", "25", /drop-frame timecode, which 25/],
    ["TITLE: nothing here", "25", /no events/],
    ["  \r\n ", "25", /empty/],
  ])("%j is refused", (text, fps, message) => {
    expect(() => read(text, fps)).toThrow(message);
  });

  test("that crosses midnight goes on after it", () => {
    const times = ["23:59:50:00 00:00:10:00", "00:00:10:00 00:00:20:00", "23:00:00:00 23:00:05:00"];
    const list = read(times.map((time, at) => `00${at + 1} AX A C 00:00:00:00 00:00:20:00 ${time}`).join("\n"), "25");
    const midnight = 24 * 60 * 60 * 25;
    expect(list.events.map(({ start, end }) => [start - midnight, end - midnight])).toEqual([
      [-250, 250],
      [250, 500],
      [-90_000, -90_000 + 125],
    ]);
    expect(shown(list)[1]).toEndWith("A 00:00:10:00 00:00:20:00");
  });

  test("is read in UTF-16 and in the encoding of Windows", () => {
    const text = "001 AX A C 00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00\r\n* FROM CLIP NAME: Grüße.wav\r\n";
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
    for (const bytes of [utf16, Buffer.from(text, "latin1")]) {
      expect(read(bytes, "24").events[0]?.names).toEqual(["Grüße.wav"]);
    }
  });
});

const FCPXML = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE fcpxml>
<fcpxml version="1.10">
  <resources>
    <format id="r1" frameDuration="1001/30000s" width="1920" height="1080"/>
    <asset id="r2" name="Interview" src="file:///Volumes/A/Interview.mov" start="3600s" duration="600s" hasVideo="1" hasAudio="1" format="r1"/>
    <asset id="r3" name="Glass Harbour" start="0s" duration="180s" hasAudio="1"><media-rep kind="original-media" src="file:///Volumes/Music/../Glass%20Harbour.wav"/></asset>
    <asset id="r4" name="Rain" src="file:///Volumes/Music/Rain.wav" duration="90090/1000s" hasAudio="1"/>
    <media id="r5" name="Compound"><sequence format="r1" duration="60s"><spine>
      <gap offset="0s" duration="10s"><asset-clip ref="r4" lane="-1" offset="3600s" duration="20s"/></gap>
    </spine></sequence></media>
  </resources>
  <library><event name="E"><project name="Film &amp; more"><sequence format="r1" tcStart="3600s" tcFormat="DF" duration="100100/1000s">
    <spine>
      <asset-clip ref="r2" offset="3600s" name="Interview" start="3610s" duration="30030/1000s">
        <asset-clip ref="r3" lane="-1" offset="3611001/1000s" name="GH" duration="10010/1000s" audioRole="music"><timeMap><timept time="0s" value="0s"/><timept time="10s" value="11s"/></timeMap></asset-clip>
        <spine lane="-2" offset="3620s"><asset-clip ref="r4" offset="2002/1000s" duration="4004/1000s"/><asset-clip ref="r3" duration="1001/1000s" enabled="0"/></spine>
      </asset-clip>
      <transition offset="3629s" duration="1s"/>
      <ref-clip ref="r5" offset="3630030/1000s" start="3605s" duration="10s" name="Nested"/>
      <gap offset="3641s" duration="5s"/>
    </spine>
  </sequence></project><project name="Other"><sequence/></project></event></library>
</fcpxml>`;

describe("an FCPXML file", () => {
  test("gives connected, nested and compound clips their place on the timeline", () => {
    const list = read(
      FCPXML.replace(
        'ref="r5" offset="3630030/1000s" start="3605s"',
        'ref="r5" offset="3630030/1000s" start="5s"',
      ).replace('lane="-1" offset="3600s" duration="20s"', 'lane="-1" offset="5s" duration="20s"'),
    );
    expect(list).toMatchObject({ format: "fcpxml", title: "Film & more", rate: { name: "29.97", isDrop: true } });
    expect(shown(list)).toEqual([
      "Interview  01:00:00;00 01:00:30;00",
      "GH lane -1 01:00:01;00 01:00:11;00",
      "Rain lane -2 01:00:12;00 01:00:16;00",
      "Rain lane -1 01:00:30;00 01:00:40;00",
    ]);
    expect(list.events[1]).toMatchObject({
      names: ["GH", "Glass Harbour", "Glass Harbour.wav"],
      speed: 110,
      hasPicture: false,
    });
    expect(list.notes).toEqual([
      "Disabled clips were left out: 1.",
      "Only the first project was read. Further projects: 1.",
    ]);
  });

  test.each([
    ['<!DOCTYPE fcpxml [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><fcpxml><x name="&b;"/></fcpxml>', /not well-formed/],
    ['<!DOCTYPE fcpxml [<!ENTITY f SYSTEM "file:///etc/passwd">]><fcpxml><x>&f;</x></fcpxml>', /not well-formed/],
    ["<fcpxml><resources>", /not well-formed/],
    ["<xmeml/>", /Final Cut Pro 7/],
    ["<fcpxml/>", /no project/],
    ["<a>".repeat(200), /nests more than 100/],
    ['<fcpxml><project><sequence format="r9"><spine/></sequence></project></fcpxml>', /frame rate/],
  ])("%j is refused", (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test("keeps the clips that are connected to a disabled clip, or to one that a compound clip cuts off", () => {
    const list = read(
      FCPXML.replace('name="Interview" start="3610s"', 'name="Interview" enabled="0" start="3610s"').replace(
        '<gap offset="0s" duration="10s"><asset-clip ref="r4" lane="-1" offset="3600s" duration="20s"/></gap>',
        '<gap offset="3600s" duration="5s"><asset-clip ref="r4" lane="-1" offset="0s" duration="20s"/></gap>',
      ),
    );
    expect(shown(list)).toEqual([
      "GH lane -1 01:00:01;00 01:00:11;00",
      "Rain lane -2 01:00:12;00 01:00:16;00",
      "Rain lane -1 01:00:30;00 01:00:40;00",
    ]);
    expect(list.notes[0]).toBe("Disabled clips were left out: 2.");
  });

  test("says which clips have a picture, also without a file", () => {
    const clips = [
      '<video ref="r9" name="Clouds"/>',
      '<video ref="r2" name="Interview"/>',
      '<audio ref="r2" name="Voice"/>',
      '<mc-clip ref="m1" name="Kitchen"/>',
      '<mc-clip ref="m1" name="Kitchen, sound" srcEnable="audio"/>',
      '<mc-clip ref="m1" name="Kitchen, picture" srcEnable="video"/>',
      '<ref-clip ref="m2" name="Lost"/>',
      '<clip name="Sky"><video ref="r9"/></clip>',
      '<clip name="Rain"><audio ref="r3"/></clip>',
    ].map((clip) => clip.replace(/ name=/, ' duration="1s" name='));
    const list = read(
      FCPXML.replace(
        /<spine>\s+<asset-clip[^]*?<\/spine>\s+<\/sequence><\/project>/,
        () => `<spine>${clips.join("")}</spine></sequence></project>`,
      ),
    );
    expect(list.events.map(({ names: [name], hasSound, hasPicture }) => [name, hasSound, hasPicture])).toEqual([
      ["Clouds", false, true],
      ["Interview", false, true],
      ["Voice", true, false],
      ["Kitchen", true, true],
      ["Kitchen, sound", true, false],
      ["Kitchen, picture", false, true],
      ["Lost", true, true],
      ["Sky", false, true],
      ["Rain", true, false],
    ]);
  });

  test("with compound clips that multiply is refused, and does not take long", () => {
    const level = (at: number): string =>
      `<media id="m${at}"><sequence><spine>${`<ref-clip ref="m${at + 1}" offset="0s" duration="40s"/>`.repeat(40)}</spine></sequence></media>`;
    const resources = Array.from({ length: 12 }, (_, at) => level(at)).join("");
    const text = `<fcpxml><resources><format id="f" frameDuration="1/25s"/>${resources}</resources><project><sequence format="f"><spine><ref-clip ref="m0" duration="40s"/></spine></sequence></project></fcpxml>`;
    expect(() => read(text)).toThrow(/more than 20000 events/);
  });
});

const rational = (value: number, rate = 24): object => ({ OTIO_SCHEMA: "RationalTime.1", value, rate });
const range = (start: number, duration: number, rate = 24): object => ({
  OTIO_SCHEMA: "TimeRange.1",
  start_time: rational(start, rate),
  duration: rational(duration, rate),
});
const clip = (name: string, frames: number, more: object = {}): object => ({
  OTIO_SCHEMA: "Clip.2",
  name,
  source_range: range(0, frames),
  media_references: { DEFAULT_MEDIA: { OTIO_SCHEMA: "ExternalReference.1", target_url: `file:///m/${name}.wav` } },
  active_media_reference_key: "DEFAULT_MEDIA",
  ...more,
});

const track = (children: readonly object[]): object => ({ OTIO_SCHEMA: "Track.1", kind: "Audio", children });

describe("an OpenTimelineIO file", () => {
  test("gives the children of tracks and stacks their place on the timeline", () => {
    const timeline = {
      OTIO_SCHEMA: "Timeline.1",
      name: "Cut 4",
      global_start_time: rational(86_400),
      tracks: {
        OTIO_SCHEMA: "Stack.1",
        children: [
          { OTIO_SCHEMA: "Track.1", kind: "Video", children: [clip("Scene", 240, { media_references: null })] },
          {
            OTIO_SCHEMA: "Track.1",
            kind: "Audio",
            children: [
              { OTIO_SCHEMA: "Gap.1", source_range: range(0, 48) },
              clip("Rain", 24),
              { OTIO_SCHEMA: "Transition.1", in_offset: rational(5), out_offset: rational(5) },
              clip("Snow", 0, {
                source_range: null,
                media_references: { DEFAULT_MEDIA: { available_range: range(0, 48_000, 48_000) } },
                effects: [{ OTIO_SCHEMA: "LinearTimeWarp.1", time_scalar: 0.5 }],
                metadata: { usage: "BV" },
              }),
              { OTIO_SCHEMA: "Stack.1", source_range: range(12, 24), children: [clip("Hail", 48)] },
              clip("Off", 24, { enabled: false }),
            ],
          },
        ],
      },
    };
    const list = read(JSON.stringify(timeline));
    expect(list).toMatchObject({ format: "otio", title: "Cut 4", rate: { name: "24" } });
    expect(shown(list)).toEqual([
      "Scene Video 1 01:00:00:00 01:00:10:00",
      "Rain Audio 2 01:00:02:00 01:00:03:00",
      "Snow Audio 2 01:00:03:00 01:00:04:00",
      "Hail Audio 2 01:00:04:00 01:00:05:00",
    ]);
    expect(list.events[2]).toMatchObject({ speed: 50, usage: "BV", hasSound: true });
    expect(list.events[1]?.names).toEqual(["Rain", "Rain.wav"]);
    expect(list.notes).toEqual(["Disabled clips were left out: 1."]);
  });

  test.each([
    ["in a track", (inner: object) => [track([clip("Sleet", 240), inner])], 240],
    ["in the stack of the timeline", (inner: object) => [inner], 0],
  ])("gives a timeline that is trimmed at its head, %s, the clips that are left", (_where, around, from) => {
    const inner = {
      OTIO_SCHEMA: "Stack.1",
      source_range: range(240, 240),
      children: [track([clip("Rain", 240), clip("Hail", 120), clip("Snow", 240)])],
    };
    const tracks = { OTIO_SCHEMA: "Stack.1", children: around(inner) };
    const list = read(JSON.stringify({ OTIO_SCHEMA: "Timeline.1", tracks }));
    expect(list.events.map(({ names: [name], start, end }) => [name, start, end]).slice(from === 0 ? 0 : 1)).toEqual([
      ["Hail", from, from + 120],
      ["Snow", from + 120, from + 240],
    ]);
  });

  test("gives clips that begin together their own length", () => {
    const inner = { OTIO_SCHEMA: "Stack.1", children: [clip("Hail", 24), clip("Snow", 48)] };
    const tracks = { OTIO_SCHEMA: "Stack.1", children: [clip("Rain", 72), inner] };
    const list = read(JSON.stringify({ OTIO_SCHEMA: "Timeline.1", global_start_time: rational(0), tracks }));
    expect(list.events.map(({ names: [name], start, end }) => [name, start, end])).toEqual([
      ["Hail", 0, 24],
      ["Snow", 0, 48],
      ["Rain", 0, 72],
    ]);
  });

  test.each([
    ["{", /not JSON/],
    ["{}", /no object with OTIO_SCHEMA Timeline/],
    ['{"OTIO_SCHEMA":"Timeline.1"}', /no tracks/],
    ['{"OTIO_SCHEMA":"Timeline.1","tracks":{}}', /frame rate/],
    [`{"a":${"[".repeat(1_000)}${"]".repeat(1_000)}}`, /nests more than/],
  ])("%j is refused", (text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});

describe("a timecode", () => {
  test.each([
    ["29.97df", "00:00:59;29", 1_799],
    ["29.97df", "00:01:00;02", 1_800],
    ["29.97df", "00:10:00;00", 17_982],
    ["29.97df", "01:00:00;00", 107_892],
    ["59.94df", "00:01:00;04", 3_600],
    ["25", "01:00:00:00", 90_000],
    ["23.976", "00:00:01:00", 24],
  ])("at %s counts %s as %d frames", (fps, text, frames) => {
    const rate = readFrameRate(fps);
    const time = parseTimecode(text);
    if (rate === null || time === null) throw new Error("expected a rate and a time");
    expect(framesOf(time, rate)).toBe(frames);
    expect(timecodeOf(frames, rate)).toBe(text);
  });

  test("is the inverse of its number of frames at every rate", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("23.976", "25", "29.97", "29.97df", "59.94df", "60"),
        fc.integer({ min: 0, max: 2_000_000 }),
        (fps, frames) => {
          const rate = readFrameRate(fps);
          const time = rate === null ? null : parseTimecode(timecodeOf(frames, rate));
          expect(rate === null || time === null ? null : framesOf(time, rate)).toBe(frames);
        },
      ),
    );
  });
});

describe("a hostile list", () => {
  const line = (tracks: string): string => `001 AX ${tracks} C 00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00`;
  const timeline = (child: object): string =>
    JSON.stringify({ OTIO_SCHEMA: "Timeline.1", tracks: { children: [child] } });
  const nested = (levels: number, inner: object): object => (levels === 0 ? inner : track([nested(levels - 1, inner)]));
  const address = `file:${"?".repeat(1_000_000)}\n`;

  test.each([
    [
      "tracks that could be read in many ways",
      [line("A1"), line(`A${"1".repeat(400)}x`), line(`A${"/1".repeat(400)}x`)].join("\n"),
    ],
    [
      "an address of a million marks",
      timeline(track([clip("Rain", 24, { media_references: { DEFAULT_MEDIA: { target_url: address } } })])),
    ],
    [
      "a deep timeline of many clips",
      timeline(nested(60, track(Array.from({ length: 5_000 }, () => clip("Rain", 1))))),
    ],
    ["a track of empty objects", timeline(track([...Array.from({ length: 140_000 }, () => ({})), clip("Rain", 24)]))],
    [
      "addresses of many marks in two lines",
      timeline(
        track(
          Array.from({ length: 1_500 }, () =>
            clip("Rain", 24, { media_references: { DEFAULT_MEDIA: { target_url: `${"?".repeat(1_900)}\nx` } } }),
          ),
        ),
      ),
    ],
    ["lines without an end", `${line("A")}\n${"1 ".repeat(500_000)}\n${"* FROM CLIP NAME: ".repeat(50_000)}`],
  ])("with %s is read in moderate time", (_what, text) => {
    expect(read(text, "24").events.length).toBeGreaterThan(0);
  });

  test("that is cut or changed anywhere is read or refused, and nothing else", () => {
    const lists = [FCPXML, line("AA/V"), timeline(nested(2, clip("Rain", 24)))];
    fc.assert(
      fc.property(fc.constantFrom(...lists), fc.nat(), fc.nat(), fc.string(), (list, from, length, text) => {
        const at = from % list.length;
        const changed = list.slice(0, at) + text + list.slice(at + (length % 20));
        try {
          read(changed, "25");
        } catch (error) {
          if (!(error instanceof EditListFault)) throw error;
        }
      }),
      { numRuns: 300 },
    );
  });
});

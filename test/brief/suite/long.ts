import type { Understood } from "./understood.ts";

const HARBOUR = `Subject: Music for "Low Tide", title track

Hi team, hope you're well, and sorry for the late Friday email!

We are looking for a title track: slow, melancholic cello over felt piano, intimate above all. "Low Tide" is a three-part
series about the last fishing family of a harbour town. The mother mends nets, the son has just come back from the city and
does not say why, and the grandfather never speaks on camera. It is foggy for most of the first hour. Think wet stone,
diesel, gulls, a kitchen radio. The melancholic part is the heart of it; if the cello can carry the melody, even better.

Our client hated the first three pitches. The last round was too epic and too polished, and everything we get is big
trailer percussion. So please:
- no percussion
- no choir
- nothing heroic

A hint of accordion would be welcome, but not too folky. No vocals, because there is narration throughout. Around 70 bpm.

The budget is 4,000 EUR all in for master and publishing rights. Worldwide, all media, five years, TV and online. Please send
wav 48k 24 bit via WeTransfer, stems not needed. All rights must be pre-cleared. The deadline is Thursday noon, sign-off
is with Anna by Friday. Invoices go to the production company. Let me know if you have any questions.

Many thanks and kind regards,
Joan`;

const SPORTSWEAR = `Running shoe campaign, 60 second hero film plus cutdowns. Energetic hip hop with heavy drums, female vocals.

The film: five women run before sunrise in five cities, and each of them is alone until the last ten seconds. It opens on
breath and footsteps. The track should come in with the first shoe on the ground and push from there. Confident, a bit
cheeky, never aggressive. The director loves brass stabs (optional). The lyrics have to be clean, it runs before the
evening news. The agency rejected the earlier options because they felt too generic. We would rather have raw than
polished. No EDM drops, no inspirational corporate piano and please stay away from anything with ukulele or whistling.

Licence: 2 years TV and online, buyout, Europe. The budget is tight. Deliver as broadcast wav. Thanks in advance, cheers!`;

/** Whole briefs as clients send them. */
export const LONG: readonly Understood[] = [
  {
    brief: HARBOUR,
    wants: ["slow", "melancholic", "cello", "felt piano", "intimate", "accordion"],
    notWanted: ["percussion", "polished", "urgent"],
    avoids: ["epic", "polished", "choir", "heroic"],
    constraints: ["no vocals", "67 to 74 bpm", "no choir", "no percussion", "pre-cleared"],
  },
  {
    brief: SPORTSWEAR,
    // The brass is optional, so it is allowed and not wanted.
    wants: ["energetic", "hip hop", "female vocals", "confident", "raw"],
    avoids: ["aggressive", "edm", "ukulele", "whistle", "polished"],
    constraints: ["no explicit lyrics", "lead vocals", "no edm", "no ukulele", "no whistle"],
  },
  {
    brief: "Dark synth bed",
    context: HARBOUR,
    wants: ["dark", "melancholic"],
    constraints: ["no vocals", "67 to 74 bpm", "no choir", "no percussion", "pre-cleared"],
  },
];

export const LONG_TALK = [
  "budget",
  "deadline",
  "client",
  "invoices",
  "wetransfer",
  "thanks",
  "regards",
  "anna",
  "eur",
  "wav",
  "rights",
  "friday",
  "pitches",
] as const;

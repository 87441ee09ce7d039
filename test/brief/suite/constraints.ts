import type { Understood } from "./understood.ts";

/** Constraints: voices, clean words, keys, lengths, energies, stems. `constraints` is complete. */
export const CONSTRAINTS: readonly Understood[] = [
  // No voice
  { brief: "dialogue runs throughout, so absolutely no singing please", constraints: ["no vocals"] },
  { brief: "vocal-free house for a fashion reel", wants: ["house"], constraints: ["no vocals"] },
  { brief: "Vocals: none. Mood: tense.", wants: ["tense"], constraints: ["no vocals"] },
  { brief: "vocals? No thanks.", constraints: ["no vocals"] },
  { brief: "under no circumstances vocals, the VO carries the film", constraints: ["no vocals"] },
  { brief: "there should be no singer on this one", constraints: ["no vocals"] },
  { brief: "nothing sung, just strings", wants: ["strings"], constraints: ["no vocals"] },
  { brief: "hold the vocals, we have a voice-over", constraints: ["no vocals"] },
  { brief: "no choir and no vocals", avoids: ["choir"], constraints: ["no vocals", "no choir"] },
  { brief: "beats without any vocals whatsoever", constraints: ["no vocals"] },

  // No lead voice
  { brief: "instrumental post-rock", wants: ["post-rock"], constraints: ["no lead vocals"] },
  { brief: "an instrumental version will do", constraints: ["no lead vocals"] },
  {
    brief: "vocals are fine as long as there is an instrumental",
    notWanted: ["vocals"],
    constraints: ["no lead vocals"],
  },
  { brief: "we need the full vocal and instrumental versions", constraints: ["no lead vocals"] },
  { brief: "no lyrics, it sits under an interview", constraints: ["no lead vocals"] },
  { brief: "no words, only sounds", constraints: ["no lead vocals"] },
  { brief: "no lead vocals but backing vocals okay", wants: ["background vocals"], constraints: ["no lead vocals"] },
  { brief: "no vocals, but a choir is fine", wants: ["choir"], constraints: ["no lead vocals"] },
  { brief: "no vocals except a choir", wants: ["choir"], constraints: ["no lead vocals"] },
  { brief: "no vocals, oohs and aahs are OK", constraints: ["no lead vocals"] },
  { brief: "just a hummed voice over piano", wants: ["piano"], constraints: ["no lead vocals"] },
  { brief: "wordless vocals, ethereal", wants: ["wordless vocals", "ethereal"], constraints: ["no lead vocals"] },
  { brief: "no vocals but vocal chops okay", wants: ["vocal chops"], constraints: ["no lead vocals"] },
  { brief: "epic, instrumental, with a choir", wants: ["choir", "epic"], constraints: ["no lead vocals"] },
  { brief: "only backing vocals, no lead", constraints: ["background vocals"] },

  // A lead voice
  { brief: "a female voice, fragile", wants: ["female vocals"], constraints: ["lead vocals"] },
  { brief: "Vocals: yes, English", constraints: ["lead vocals"] },
  { brief: "male singer, gravelly", constraints: ["lead vocals"] },
  { brief: "anything but instrumental", constraints: ["lead vocals"] },
  { brief: "non-instrumental please", constraints: ["lead vocals"] },
  { brief: "a sung ballad with lyrics about home", wants: ["ballad"], constraints: ["lead vocals"] },

  // Background voices only
  { brief: "indie folk, vocals ok if background only", wants: ["indie folk"], constraints: ["no lead vocals"] },
  { brief: "background vocals only", constraints: ["no lead vocals"] },
  { brief: "vocals in the background only", constraints: ["no lead vocals"] },
  { brief: "vocals must stay in the background", constraints: ["no lead vocals"] },
  { brief: "vocals are fine as long as they are low in the mix", constraints: ["no lead vocals"] },
  { brief: "at most some backing vocals", constraints: ["no lead vocals"] },
  { brief: "no vocals in the background", constraints: ["no vocals"] },
  { brief: "female vocals, piano in the background", constraints: ["lead vocals"] },
  { brief: "background music for a café, jazz vocals", constraints: ["lead vocals"] },

  // No constraint
  { brief: "with or without vocals", avoids: [], constraints: [] },
  { brief: "instrumental or with vocals, both work", constraints: [] },
  { brief: "vocal or instrumental", constraints: [] },
  { brief: "we don't mind vocals", notWanted: ["vocals"], constraints: [] },
  { brief: "vocals optional", avoids: [], constraints: [] },
  { brief: "singing is allowed", constraints: [] },
  { brief: "ideally instrumental", wants: ["instrumental"], constraints: [] },
  { brief: "instrumental preferred", wants: ["instrumental"], constraints: [] },
  { brief: "preferably no vocals", avoids: ["vocals"], constraints: [] },
  { brief: "no vocals if possible", avoids: ["vocals"], constraints: [] },
  { brief: "no male vocals, please", avoids: ["male vocals"], constraints: ["no male vocals"] },
  { brief: "no male or female vocals, please", constraints: ["no vocals"] },
  { brief: "no cheesy vocals", avoids: ["cheesy"], constraints: [] },
  { brief: "less vocals, more strings", wants: ["strings"], constraints: [] },
  { brief: "it will sit under a voice-over", constraints: [] },
  { brief: "doesn't need to have vocals", constraints: [] },
  { brief: "vocals not required", constraints: [] },
  { brief: "an instrumental break after the chorus", constraints: [] },

  // Clean words
  { brief: "brand safe rap for a supermarket", wants: ["rap"], constraints: ["no explicit lyrics"] },
  { brief: "radio edit only", constraints: ["no explicit lyrics"] },
  { brief: "must not contain swear words", constraints: ["no explicit lyrics"] },
  { brief: "suitable for all ages", constraints: ["no explicit lyrics"] },
  { brief: "drill, explicit content welcome", constraints: [] },
  { brief: "a clean, polished mix", constraints: [] },

  // Keys
  { brief: "a tense piano in C minor", wants: ["tense", "piano"], constraints: ["in C minor"] },
  { brief: "something in the key of F# major", constraints: ["in F# major"] },
  { brief: "needs to be in Gb major to cut with the theme", constraints: ["in F# major"] },
  { brief: "an A-flat major waltz", wants: ["waltz"], constraints: ["in Ab major"] },
  { brief: "piano in Bb", wants: ["piano"], constraints: ["in Bb"] },
  { brief: "in a minor key, please", constraints: ["in a minor key"] },
  { brief: "major key, sunny", wants: ["sunny"], constraints: ["in a major key"] },
  { brief: "Camelot 8A so that I can mix it", constraints: ["in A minor"] },
  { brief: "key: 5B", constraints: ["in Eb major"] },
  { brief: "in Am, slow", wants: ["slow"], constraints: ["in A minor"] },
  { brief: "cello suite in G major", wants: ["cello"], constraints: ["in G major"] },
  { brief: "C major or A minor", constraints: ["in C major or A minor"] },
  { brief: "Something sad, D minor, 70 bpm", wants: ["sad"], constraints: ["68 to 72 bpm", "in D minor"] },
  { brief: "not in a minor key", constraints: ["in a major key"] },
  { brief: "sonate en ré mineur", constraints: ["in D minor"] },
  { brief: "in a-Moll", constraints: ["in A minor"] },
  { brief: "a minor feel, it should sound minor", wants: ["minor key"], constraints: [] },
  { brief: "just a minor detail", notWanted: ["minor key"], constraints: [] },
  { brief: "A minor character walks in", notWanted: ["minor key"], constraints: [] },
  { brief: "set in a major city", notWanted: ["major key"], constraints: [] },
  { brief: "D day landings", constraints: [] },
  { brief: "B-flat clarinet solo", wants: ["clarinet"], constraints: [] },
  { brief: "Vitamin C campaign", constraints: [] },
  { brief: "plan B falls apart", constraints: [] },
  { brief: "shot in B and W", constraints: [] },
  { brief: "a flat tyre on the motorway", constraints: [] },

  // Lengths
  { brief: "a :60 and a cutdown", constraints: ["54 to 66 seconds long"] },
  { brief: "thirty seconds, no more", constraints: ["27 to 33 seconds long"] },
  { brief: "3 minutes or more is useful", constraints: ["at least 180 seconds long"] },
  { brief: "no longer than 90 seconds", constraints: ["at most 90 seconds long"] },
  { brief: "it drops after 45 seconds", constraints: [] },
  { brief: "a 90-minute documentary about bees", wants: ["documentary"], constraints: [] },

  // Energy, release, stems
  { brief: "energy: high, mood: angry", constraints: ["high energy"] },
  { brief: "low energy bed", constraints: ["very low or low energy"] },
  { brief: "only music released since 2021", constraints: ["released in 2021 or later"] },
  { brief: "originals from the sixties", constraints: ["released 1960 to 1969"] },
  { brief: "recorded in 1977", constraints: ["released in 1977"] },
  { brief: "stems required", constraints: ["stems available"] },
  { brief: "stems not needed", constraints: [], ignored: ["stems not needed"] },

  // Playlists
  { brief: "dark, from the playlist Night Drive", wants: ["dark"], constraints: ["in the playlist Night Drive"] },
  { brief: "only from our 'Trailer Cuts' playlist", constraints: ["in the playlist Trailer Cuts"] },
  {
    brief: "songs from the Night Drive playlist, no vocals",
    constraints: ["in the playlist Night Drive", "no vocals"],
  },
  { brief: "Playlist: Night Drive", constraints: ["in the playlist Night Drive"] },
  { brief: "from playlist 12", constraints: ["in the playlist 12"] },
  { brief: "not from the playlist Night Drive", constraints: ["not in the playlist Night Drive"] },
  { brief: 'nothing from our "Old Hits" playlist', constraints: ["not in the playlist Old Hits"] },
  { brief: "a playlist for the hotel lobby", constraints: [] },
  { brief: "music for a party playlist", wants: ["party"], constraints: [] },

  // Several at once
  {
    brief: "no vocals, 120-125 bpm, under 2 minutes, stems available, F minor",
    constraints: ["no vocals", "120 to 125 bpm", "at most 120 seconds long", "stems available", "in F minor"],
  },
  {
    brief: "clean lyrics, female vocals, around 100 bpm",
    constraints: ["no explicit lyrics", "lead vocals", "95 to 105 bpm"],
  },
  { brief: "no vocals", context: "The singer leaves the stage at 90 bpm.", constraints: ["no vocals", "88 to 92 bpm"] },

  // Two levels of energy
  { brief: "energy: medium or high", constraints: ["medium or high energy"] },
  { brief: "medium/high energy pop", wants: ["pop"], constraints: ["medium or high energy"] },
  { brief: "low-medium energy", constraints: ["low or medium energy"] },
  { brief: "low or medium energy, warm", wants: ["warm"], constraints: ["very low or low or medium energy"] },
];

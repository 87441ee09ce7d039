import type { Understood } from "./understood.ts";

/** Negation as people write it: what is wanted, what is not, and what a negative word leaves alone. */
export const NEGATIONS: readonly Understood[] = [
  // One thing
  { brief: "anything but cheesy", avoids: ["cheesy"] },
  { brief: "warm, but in no way sentimental", wants: ["warm"], avoids: ["sentimental"] },
  { brief: "by no means aggressive", avoids: ["aggressive"] },
  { brief: "upbeat without being cheesy", wants: ["upbeat"], avoids: ["cheesy"] },
  { brief: "it should never get aggressive", avoids: ["aggressive"] },
  { brief: "please don't make it sad", avoids: ["sad"] },
  { brief: "nothing remotely dark", avoids: ["dark"] },
  { brief: "not dark in any way", avoids: ["dark"] },
  { brief: "not even slightly scary", avoids: ["horror"] },
  { brief: "I never want to hear another ukulele", avoids: ["ukulele"] },
  { brief: "can we not do another ukulele track", avoids: ["ukulele"] },
  { brief: "not your typical corporate track", avoids: ["corporate"] },
  { brief: "without the use of synthesizers", avoids: ["synthesizer"] },
  { brief: "stay away from anything that sounds like a ukulele ad", avoids: ["ukulele", "advertising"] },
  { brief: "steer well clear of jazz", avoids: ["jazz"] },
  { brief: "the opposite of happy", avoids: ["happy"], notWanted: ["happy"] },
  { brief: "minus the drums, please", avoids: ["drums"] },
  { brief: "god forbid it sounds corporate", avoids: ["corporate"] },
  { brief: "the last thing we want is a cheesy corporate track", avoids: ["cheesy", "corporate"] },
  { brief: "my client can't stand pan pipes", avoids: ["flute"] },
  { brief: "not a fan of saxophone", avoids: ["saxophone"], against: [] },
  { brief: "we've had enough pianos", avoids: ["piano"] },
  { brief: "we keep getting epic trailer tracks", avoids: ["epic", "trailer"] },

  // Songs that have it
  { brief: "no songs with drums", avoids: ["drums"] },
  { brief: "avoid tracks that have singing in them", constraints: ["no vocals"] },
  { brief: "don't give us anything that has a choir in it", avoids: ["choir"] },
  { brief: "no big ballad with key changes", avoids: ["ballad"], notWanted: ["key change"] },
  { brief: "no drums with a warm piano", avoids: ["drums"] },

  // Verbs of the edit room
  { brief: "lose the ukulele, keep the piano", wants: ["piano"], avoids: ["ukulele"] },
  { brief: "drop the drums", avoids: ["drums"], notWanted: ["bass drop"] },
  { brief: "kill the brass and the choir", avoids: ["brass", "choir"] },
  { brief: "instead of strings use brass", wants: ["brass"], avoids: ["strings"] },
  { brief: "forget the trailer sound, go intimate", wants: ["intimate"], avoids: ["trailer"] },

  // Said afterwards
  { brief: "drums are a no-go", avoids: ["drums"] },
  { brief: "saxophone is out, strings are in", wants: ["strings"], avoids: ["saxophone"] },
  { brief: "EDM is off the table", avoids: ["edm"] },
  { brief: "we tried piano, it did not work", avoids: ["piano"] },
  { brief: "if it's sad, forget it", avoids: ["sad"] },
  { brief: "if it sounds corporate we are not interested", avoids: ["corporate"], against: [] },
  { brief: "sad isn't right, think hopeful", wants: ["hopeful"], avoids: ["sad"] },
  { brief: "Drums? No. Piano? Yes.", wants: ["piano"], avoids: ["drums"] },
  { brief: "drums - no, strings - yes", wants: ["strings"], avoids: ["drums"] },
  { brief: "The previous track was too sad.", avoids: ["sad"] },
  {
    brief: "we found the last options too cheesy and too slow, but the piano was nice",
    wants: ["piano"],
    avoids: ["cheesy", "slow"],
  },

  // Less, not none
  { brief: "nothing too dark", avoids: ["dark"] },
  { brief: "it can't be too sad", avoids: ["sad"] },
  { brief: "go easy on the drums", avoids: ["drums"] },
  { brief: "hardly any percussion, lots of strings", wants: ["strings"], avoids: ["percussion"] },
  { brief: "upbeat (but not too upbeat), acoustic (no ukulele!)", wants: ["upbeat", "acoustic"], avoids: ["ukulele"] },

  // Comparisons
  { brief: "playful rather than serious", wants: ["playful"], avoids: ["serious"] },
  { brief: "I'd rather have piano than guitar", wants: ["piano"], avoids: ["guitar"] },
  { brief: "more melancholic than sad", wants: ["melancholic"], avoids: ["sad"] },
  { brief: "more jazz than blues", wants: ["jazz"], avoids: ["blues"] },
  { brief: "less sad, more hopeful", wants: ["hopeful"], avoids: ["sad"] },
  { brief: "not so much sad as wistful", wants: ["wistful"], avoids: ["sad"] },
  { brief: "we prefer strings to synths", wants: ["strings"], avoids: ["synthesizer"] },
  { brief: "soft pads over a slow beat", wants: ["pad", "slow", "beat"], avoids: [] },
  { brief: "it's not happy, it's ecstatic", wants: ["euphoric"], avoids: ["happy"] },

  // Lists
  { brief: "neither happy nor sad", avoids: ["happy", "sad"] },
  { brief: "no EDM/trap/dubstep, just a live band", avoids: ["edm", "trap", "dubstep"], wants: ["full band"] },
  { brief: "No: vocals, ukulele, whistling", avoids: ["ukulele", "whistle"], constraints: ["no vocals"] },
  { brief: "Please no: choir / drums / brass. Dark strings.", wants: ["strings"], avoids: ["choir", "drums", "brass"] },
  { brief: "Do not use: acoustic guitar, ukulele, claps", avoids: ["acoustic guitar", "ukulele"] },
  { brief: "Avoid:\n- choir\n- drums\n\nWarm piano please", wants: ["warm", "piano"], avoids: ["choir", "drums"] },
  {
    brief: "Must haves:\n- piano\n- strings\n\nMust not have:\n- drums\n- vocals",
    wants: ["piano", "strings"],
    avoids: ["drums"],
    constraints: ["no vocals"],
  },
  { brief: "Yes: warm, analog, piano\nNo: EDM, trap", wants: ["warm", "analog", "piano"], avoids: ["edm", "trap"] },
  { brief: "Don'ts: ukulele, whistling\nDos: piano, strings", wants: ["piano"], avoids: ["ukulele", "whistle"] },
  { brief: "- no brass\n- no choir\n- slow piano", wants: ["slow", "piano"], avoids: ["brass", "choir"] },
  {
    brief: "avoid anything orchestral, brass, choirs and trailers; something electronic instead",
    wants: ["electronic"],
    avoids: ["orchestral", "brass", "choir", "trailer"],
  },
  {
    brief: "uplifting without being too happy, no ukulele, whistling, or claps, and nothing that sounds like an advert",
    wants: ["uplifting"],
    avoids: ["happy", "ukulele", "whistle"],
  },
  { brief: "no vocals, upbeat or mid-tempo", wants: ["upbeat", "mid-tempo"], constraints: ["no vocals"] },
  { brief: "no drums and upbeat", wants: ["upbeat"], avoids: ["drums"] },
  { brief: "no ukulele and whistling", avoids: ["ukulele", "whistle"] },
  { brief: "dreamy - no drums - ambient", wants: ["dream", "ambient"], avoids: ["drums"] },
  { brief: "piano [no drums], strings", wants: ["piano", "strings"], avoids: ["drums"] },

  // Within what is wanted
  { brief: "rock but not metal", wants: ["rock"], avoids: ["metal"] },
  { brief: "electronic but no techno", wants: ["electronic"], avoids: ["techno"] },
  { brief: "strings, no violin solo", wants: ["strings"], avoids: ["solo violin"] },
  { brief: "guitar but not electric", wants: ["guitar"], avoids: ["electric guitar"] },
  { brief: "no electric or acoustic guitar, piano", wants: ["piano"], avoids: ["electric guitar", "acoustic guitar"] },
  { brief: "no electric guitars, acoustic guitar is fine", wants: ["acoustic guitar"], avoids: ["electric guitar"] },
  { brief: "guitars, but no aggressive guitars", wants: ["guitar"], avoids: ["aggressive"] },
  { brief: "sad but not depressing", wants: ["sad"], avoids: ["depressed"] },
  { brief: "dark but not scary", wants: ["dark"], avoids: ["horror"] },

  // Negative words that negate nothing
  { brief: "not just piano, also strings", wants: ["piano", "strings"], avoids: [] },
  { brief: "don't be afraid of distortion", wants: ["distorted"], avoids: [] },
  { brief: "don't hold back on the drums", wants: ["drums"], avoids: [] },
  { brief: "nothing against drums", wants: ["drums"], avoids: [] },
  { brief: "we wouldn't mind a choir", wants: ["choir"], avoids: [] },
  { brief: "never without a groove", wants: ["groovy"], avoids: [] },
  { brief: "never give up: a sports story", wants: ["sport"], avoids: [] },
  { brief: "not sure whether strings or piano", wants: ["strings", "piano"], avoids: [] },

  // Neither wanted nor avoided
  { brief: "doesn't need to be happy", notWanted: ["happy"], avoids: [] },
  { brief: "it doesn't have to be epic, but tense", wants: ["tense"], notWanted: ["epic"], avoids: [] },
  { brief: "not necessarily slow", notWanted: ["slow"], avoids: [] },
  { brief: "drums aren't necessary", notWanted: ["drums"], avoids: [] },
  { brief: "doesn't need to be instrumental", constraints: [] },
  { brief: "She never smiled again.", notWanted: ["happy"], avoids: [] },
  { brief: "A brother and sister who have not spoken for years.", avoids: [] },
  { brief: "not all heroes wear capes", avoids: [] },

  // What ends a negation, and turns of speech that are none.
  { brief: "orchestral minus strings plus synths", wants: ["orchestral", "synthesizer"], avoids: ["strings"] },
  { brief: "no music, just ambience", wants: ["ambient"], avoids: [] },
  { brief: "nothing beats a good brass section", wants: ["brass section"], avoids: [] },
  { brief: "you can't go wrong with a guitar riff", wants: ["guitar riff"], avoids: [] },
  { brief: "there's no place like home for Christmas", wants: ["christmas"], avoids: [] },
  { brief: "nothing like a pop song", notWanted: ["pop"] },
  { brief: "it isn't necessarily upbeat", notWanted: ["upbeat"], avoids: [] },
  // Words that are sung, but not these.
  { brief: "no lyrics about love", avoids: ["love"], constraints: [] },
  { brief: "no vocals in English, dream pop", avoids: ["english lyrics"], notAvoided: ["voice"], constraints: [] },
  { brief: "publicité parfum, pas de paroles en anglais", avoids: ["english lyrics"], constraints: [] },
  { brief: "we can't have vocals over the dialogue", constraints: ["no vocals"] },
  { brief: "lyrics about the sea, male voice", notWanted: ["lyrical"], constraints: ["lead vocals"] },
  // What is refused of a kind of music, and what is merely liked.
  { brief: "Christmas ad without christmas clichés", wants: ["christmas"], avoids: ["cheesy"] },
  { brief: "a horror film, no horror tropes", notAvoided: ["horror", "tropical"] },
  { brief: "I hate ukulele. Love accordion.", wants: ["accordion"], notWanted: ["love"], avoids: ["ukulele"] },
  { brief: "love the brass, hate the choir", wants: ["brass"], notWanted: ["love"], avoids: ["choir"] },
  { brief: "love songs with accordion", wants: ["love", "accordion"] },
];

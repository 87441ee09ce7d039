import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../src/brief/parse-brief.ts";

/** How many of the heaviest wishes of a scene are checked. */
const TOP = 10;

interface Told {
  readonly brief: string;
  /** Must be among the heaviest wishes. */
  readonly wants: readonly string[];
  /** Must not be wanted. */
  readonly never: readonly string[];
}

const STORY: readonly Told[] = [
  {
    brief: "Two cops on a stakeout, cold coffee, nothing moves for hours",
    wants: ["tense", "mysterious", "minimal"],
    never: ["happy", "epic", "romantic"],
  },
  {
    brief: "He runs for his life across the roofs of the old town, two men behind him",
    wants: ["action", "fast", "tense"],
    never: ["calm", "romantic", "soft"],
  },
  {
    brief: "the moment she learns that her best friend has stabbed her in the back: a quiet betrayal",
    wants: ["dramatic", "dark", "betrayal"],
    never: ["party"],
  },
  {
    brief: "Parents and daughter, reunited after thirty years, nobody says a word",
    wants: ["emotional", "hopeful", "uplifting"],
    never: ["dark", "aggressive", "funny"],
  },
  {
    brief: "a handful of villagers, hopelessly outnumbered, hold the line until sunrise",
    wants: ["epic", "dramatic", "powerful"],
    never: ["funny", "lounge"],
  },
  {
    brief: "Our heroine keeps a bedside vigil while her brother lies in a coma",
    wants: ["sad", "emotional", "piano"],
    never: ["party", "fun", "aggressive"],
  },
  {
    brief: "The jury returns and the whole room holds its breath",
    wants: ["dramatic", "tense", "building"],
    never: ["party", "funny"],
  },
  {
    brief: "Sunday, she wakes up with a headache and last night's make-up, a hangover played for laughs",
    wants: ["quirky", "funny", "slow"],
    never: ["epic", "inspiring"],
  },
  {
    brief: "boxes everywhere, moving in together, pizza on the floor of the new apartment",
    wants: ["upbeat", "indie", "positive"],
    never: ["dark", "horror", "sad"],
  },
  {
    brief: "a child is abducted and the ransom call comes at four in the morning",
    wants: ["tense", "dark"],
    never: ["happy", "party", "romantic"],
  },
  {
    brief: "He goes down on one knee in the middle of the market",
    wants: ["romantic", "love", "emotional"],
    never: ["dark", "sad", "aggressive"],
  },
  {
    brief: "Slow-motion memory sequence, the faces of people who are no longer there",
    wants: ["nostalgic", "dream", "soft"],
    never: ["aggressive", "techno", "party"],
  },
  {
    brief: "the walk back through smoke and ruins after the battle, survivors emerge one by one",
    wants: ["sad", "slow", "emotional"],
    never: ["happy", "party"],
  },
];

const GENRES: readonly Told[] = [
  {
    brief: "Something rotten in a pagan village, outsiders are made welcome a little too warmly",
    wants: ["horror", "dark", "folk", "mysterious"],
    never: ["party", "techno"],
  },
  {
    brief: "mismatched partners solve a case in this buddy cop film",
    wants: ["funk", "fun", "groovy"],
    never: ["sad", "meditative"],
  },
  {
    brief: "The crew of a submarine hears the sonar ping come closer",
    wants: ["tense", "dark"],
    never: ["happy", "party", "romantic"],
  },
  {
    brief: "Opening of a mockumentary about a paper company",
    wants: ["quirky", "funny", "playful"],
    never: ["epic", "dark"],
  },
  {
    brief: "a time traveller steps out of his machine into the wrong century",
    wants: ["mysterious", "spacey", "adventure"],
    never: ["lounge", "country"],
  },
  {
    brief: "Zombies at the shopping centre doors, third act",
    wants: ["horror", "dark", "tense"],
    never: ["romantic", "relaxing"],
  },
  {
    brief: "closing argument of a courtroom drama, the lawyer has lost everything but his voice",
    wants: ["dramatic", "tense", "strings"],
    never: ["party", "funny"],
  },
  {
    brief: "Musketeers leap from balconies, swordplay and laughter",
    wants: ["adventure", "orchestral", "energetic"],
    never: ["techno", "sad"],
  },
  {
    brief: "Documentary on the climate crisis: melting glaciers, empty harbours",
    wants: ["documentary", "emotional"],
    never: ["party", "funny"],
  },
  {
    brief: "teen girl and her horse against the whole world, galloping mustangs at dawn",
    wants: ["adventure", "emotional", "uplifting"],
    never: ["techno", "horror"],
  },
  {
    brief: "Regency ball, gloves, fans, two people who may not look at each other",
    wants: ["romantic", "classical", "strings", "elegant"],
    never: ["techno", "rap", "aggressive"],
  },
  {
    brief: "giant robots fight above the city, anime battle at full tilt",
    wants: ["epic", "energetic", "rock"],
    never: ["country", "relaxing"],
  },
];

const PEOPLE: readonly Told[] = [
  {
    brief: "She watches her newborn sleep and cannot stop looking",
    wants: ["soft", "emotional", "calm"],
    never: ["aggressive", "dark", "party"],
  },
  {
    brief: "An elderly couple shares a bench, still in love after all those winters",
    wants: ["romantic", "nostalgic", "soft"],
    never: ["techno", "aggressive", "horror"],
  },
  {
    brief: "The last child moves out, they stand in the empty nest and laugh and cry",
    wants: ["sad", "nostalgic", "emotional"],
    never: ["party", "aggressive"],
  },
  {
    brief: "Homesick student in a rented room, rain on the tin roof",
    wants: ["melancholic", "nostalgic"],
    never: ["party", "techno"],
  },
  {
    brief: "a film about a father home from war who does not recognise his street",
    wants: ["emotional", "hopeful"],
    never: ["funny", "horror"],
  },
  {
    brief: "Rebellious teenager, slammed door, first guitar",
    wants: ["rock", "energetic"],
    never: ["children", "easy listening"],
  },
  {
    brief: "alone in the crowd, nobody looks up from the phone",
    wants: ["melancholic", "downtempo", "atmospheric"],
    never: ["party", "happy", "country"],
  },
  {
    brief: "A violinist with stage fright behind the curtain, then the door opens",
    wants: ["tense", "building", "violin"],
    never: ["relaxing", "horror"],
  },
  {
    brief: "from the first drink to rehab: a portrait of drug addiction",
    wants: ["dark", "melancholic"],
    never: ["happy", "children"],
  },
  {
    brief: "Saying sorry after ten years, a story of forgiveness",
    wants: ["emotional", "hopeful", "soft"],
    never: ["party", "aggressive"],
  },
  {
    brief: "Kids playing outside until the street lamps come on",
    wants: ["playful", "happy", "children"],
    never: ["dark", "sad", "heavy"],
  },
  {
    brief: "an appeal with small acts of kindness between strangers on a bus",
    wants: ["hopeful", "emotional", "positive"],
    never: ["dark", "aggressive"],
  },
  {
    brief: "strutting down the street in a new coat, owning every puddle",
    wants: ["cool", "groovy"],
    never: ["sad", "meditative"],
  },
];

const PLACES: readonly Told[] = [
  {
    brief: "Steam from the grates, yellow cabs, winter in Manhattan",
    wants: ["jazz", "cool", "urban"],
    never: ["country", "celtic"],
  },
  {
    brief: "a wake that turns into a parade down Bourbon Street",
    wants: ["jazz", "swing"],
    never: ["techno", "metal"],
  },
  {
    brief: "The camera glides over a loch in the Scottish Highlands",
    wants: ["celtic", "folk"],
    never: ["techno", "latin"],
  },
  {
    brief: "tourists get lost between the stalls of a night market in Bangkok",
    wants: ["world", "asian", "percussion"],
    never: ["country", "metal"],
  },
  {
    brief: "Sledges, steam and black sand: five days in Iceland",
    wants: ["post-rock", "ambient", "atmospheric"],
    never: ["latin", "funk"],
  },
  {
    brief: "Late trams and basement doors in Kreuzberg, Berlin",
    wants: ["techno", "electronic", "minimal"],
    never: ["country", "celtic"],
  },
  {
    brief: "Champagne and city lights from above in a penthouse",
    wants: ["lounge", "cool", "deep house"],
    never: ["folk", "metal"],
  },
  {
    brief: "An urban explorer walks through a derelict building, birds in the rafters",
    wants: ["dark", "dark ambient", "atmospheric"],
    never: ["happy", "romantic"],
  },
  {
    brief: "old men play boules in a Provencal village in front of a lavender field",
    wants: ["french", "accordion"],
    never: ["techno", "metal"],
  },
  {
    brief: "copacabana at five in the afternoon, footvolley and caipirinhas",
    wants: ["bossa nova", "latin", "samba"],
    never: ["metal", "medieval"],
  },
  {
    brief: "A couple eats in silence at a roadside diner, the neon buzzes, trucks pass",
    wants: ["rock", "americana"],
    never: ["classical", "medieval"],
  },
  {
    brief: "Candle smoke and stained glass, a pilgrim kneels",
    wants: ["choir", "organ", "religious"],
    never: ["party", "funk"],
  },
];

/** Words that contain a scene's word or share its stem, and mean something else. */
const NOT_SCENES: readonly { readonly brief: string; readonly never: readonly string[] }[] = [
  { brief: "an addictive hook and a bright chorus", never: ["dark", "melancholic"] },
  { brief: "a cello that radiates warmth", never: ["industrial", "drone"] },
  { brief: "a stable groove, cut at one point", never: ["country", "redemptive"] },
  { brief: "the singer stands outside the beat", never: ["indie", "melancholic"] },
  { brief: "music for weekend trips to the lake", never: ["psychedelic"] },
  { brief: "a cheerful demonstration of the product", never: ["punk rock", "aggressive"] },
  { brief: "hold music for our telephone line", never: ["romantic", "horror"] },
  { brief: "bright triad chords on a clean guitar", never: ["dark", "asian"] },
];

function wantedOf(brief: string): string[] {
  const { wanted } = parseBrief({ query: brief, context: null });
  return wanted.toSorted((left, right) => right.weight - left.weight).map((wish) => wish.name);
}

describe.each([
  ["a moment of drama", STORY],
  ["a kind of film", GENRES],
  ["people and their feelings", PEOPLE],
  ["a place", PLACES],
] as const)("%s", (_, briefs) => {
  for (const { brief, wants, never } of briefs) {
    test(`asks for ${wants.join(", ")}: ${brief}`, () => {
      const wanted = wantedOf(brief);
      expect(wanted.slice(0, TOP)).toEqual(expect.arrayContaining([...wants]));
      expect(wanted.filter((name) => never.includes(name))).toEqual([]);
    });
  }
});

describe("a word that only looks like a scene", () => {
  for (const { brief, never } of NOT_SCENES) {
    test(`does not ask for ${never.join(" or ")}: ${brief}`, () => {
      expect(wantedOf(brief).filter((name) => never.includes(name))).toEqual([]);
    });
  }
});

describe("what would spoil a scene", () => {
  test("counts against songs through the scene's first wish", () => {
    const { wanted, avoided } = parseBrief({ query: "two cops on a stakeout", context: null });
    const foremost = wanted.find((wish) => wish.name === "tense");
    expect(foremost?.kin.find((kin) => kin.name === "party")?.weight).toBeLessThan(0);
    expect(avoided).toEqual([]);
  });
});

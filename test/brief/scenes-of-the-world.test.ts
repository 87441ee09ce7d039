import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../src/brief/parse-brief.ts";

/** A brief, wishes that must be among its heaviest, and wishes that it must not have. */
interface Pictured {
  readonly brief: string;
  readonly wants: readonly string[];
  readonly notWanted: readonly string[];
}

/** How many of the heaviest wishes are checked. */
const FOREMOST = 6;

const NATURE: readonly Pictured[] = [
  {
    brief: "A farmer watches storm clouds gather over his fields, then lightning strikes the barn.",
    wants: ["dramatic", "dark"],
    notWanted: ["happy", "party", "summer"],
  },
  {
    brief: "Our heroes wake up to thick fog on the lake, nobody can see the other boat.",
    wants: ["mysterious", "atmospheric"],
    notWanted: ["sad", "action"],
  },
  {
    brief: "Rain boots campaign for kids: two sisters jumping in puddles all afternoon.",
    wants: ["happy", "playful"],
    notWanted: ["melancholic"],
  },
  {
    brief: "Slow pan across a glacier, then huge blocks of ice fall into the sea",
    wants: ["atmospheric", "ambient"],
    notWanted: ["party", "drums"],
  },
  {
    brief: "Volcanic eruption footage shot at night, rivers of fire running down the slope",
    wants: ["dramatic", "powerful"],
    notWanted: ["romantic", "relaxing"],
  },
  {
    brief: "The penguin colony returns from the sea, waddling past a very annoyed seal",
    wants: ["playful", "funny"],
    notWanted: ["dark", "sexy"],
  },
  {
    brief: "Wild deer step out of the mist at the edge of the clearing",
    wants: ["nature", "soft"],
    notWanted: ["metal", "party"],
  },
  {
    brief: "We open on an eagle in flight high above the Rockies for our state tourism spot",
    wants: ["inspiring", "uplifting"],
    notWanted: ["dark", "funny"],
  },
  {
    brief: "a flower opening in time-lapse, then a whole field of them",
    wants: ["building", "hopeful"],
    notWanted: ["dark", "aggressive"],
  },
  {
    brief: "Whale song and a diver alone in the blue",
    wants: ["ambient", "nature"],
    notWanted: ["party", "funny"],
  },
  {
    brief: "The last days of summer on the island before everybody goes back to the city",
    wants: ["nostalgic", "melancholic"],
    notWanted: ["aggressive", "christmas"],
  },
  {
    brief: "Clear skies at last after a week of wind",
    wants: ["hopeful", "uplifting"],
    notWanted: ["sport", "energetic"],
  },
];

const TRAVEL: readonly Pictured[] = [
  {
    brief: "She takes the night train to Lisbon and cannot sleep",
    wants: ["atmospheric"],
    notWanted: ["party", "children"],
  },
  {
    brief: "Two friends in a sailing boat off Brittany, wind in the sails, no phones",
    wants: ["uplifting", "travel"],
    notWanted: ["fantasy", "epic"],
  },
  {
    brief: "Back of a cab at four in the morning, she looks out and says nothing",
    wants: ["melancholic", "jazz"],
    notWanted: ["happy", "country"],
  },
  {
    brief: "Hot-air balloons drift over the valley",
    wants: ["dream", "uplifting"],
    notWanted: ["metal", "techno"],
  },
  {
    brief: "Truckers meet at the diner, chrome and dust, eighteen-wheelers in the lot",
    wants: ["country", "southern rock"],
    notWanted: ["classical", "house"],
  },
  {
    brief: "Launch film for a silent electric car gliding through Oslo",
    wants: ["electronic", "technology"],
    notWanted: ["country", "metal"],
  },
  {
    brief: "Hitchhiking through Nevada with nothing but a rucksack",
    wants: ["travel", "folk"],
    notWanted: ["techno", "classical"],
  },
  {
    brief: "They hug one last time at the departure gate and he walks away",
    wants: ["emotional", "sad"],
    notWanted: ["party", "funny"],
  },
  {
    brief: "Kayaking down the fjords with an old friend",
    wants: ["adventure", "acoustic guitar"],
    notWanted: ["club", "dark"],
  },
  {
    brief: "Mission control holds its breath, then the rocket lifts off",
    wants: ["building", "epic"],
    notWanted: ["relaxing", "sad"],
  },
];

const HOME: readonly Pictured[] = [
  {
    brief: "Instagram-style clip of a little girl baking with grandma on a Saturday",
    wants: ["nostalgic", "happy"],
    notWanted: ["dark", "techno"],
  },
  {
    brief: "Sushi bar in Soho, the chef slices tuna, knives flash",
    wants: ["asian", "downtempo"],
    notWanted: ["country", "sad"],
  },
  {
    brief: "Wine tasting in Stellenbosch for a retired couple",
    wants: ["elegant", "lounge"],
    notWanted: ["metal", "children"],
  },
  {
    brief: "Bavarian brewery spot: oktoberfest tent, everybody on the benches",
    wants: ["polka", "brass"],
    notWanted: ["sad", "ambient"],
  },
  {
    brief: "A kitten discovers the vacuum cleaner for the first time",
    wants: ["playful", "pizzicato"],
    notWanted: ["dark", "epic"],
  },
  {
    brief: "Mortgage ad where a young couple unpacks moving boxes and eats pizza on the floor",
    wants: ["hopeful", "positive"],
    notWanted: ["dark", "horror"],
  },
  {
    brief: "Michelin star kitchen, tweezers, steam, absolute precision",
    wants: ["elegant", "classical"],
    notWanted: ["country", "children"],
  },
  {
    brief: "DIY channel: demolition day, the old bathroom has to go",
    wants: ["energetic", "rock"],
    notWanted: ["sad", "romantic"],
  },
  {
    brief: "Hot chocolate and a blanket while it snows outside",
    wants: ["calm", "soft"],
    notWanted: ["summer", "techno"],
  },
  {
    brief: "Bourbon brand, ice in a heavy glass, leather, smoke",
    wants: ["blues", "cool"],
    notWanted: ["children", "edm"],
  },
];

const KNOWLEDGE: readonly Pictured[] = [
  {
    brief: "Explainer on bacteria under the microscope for a biology channel",
    wants: ["minimal", "ambient"],
    notWanted: ["party", "country"],
  },
  {
    brief: "Podcast on Auschwitz and the people who survived",
    wants: ["sad", "emotional", "strings"],
    notWanted: ["party", "happy", "dance"],
  },
  {
    brief: "A mathematician fills the chalkboard all night and finally sees it",
    wants: ["minimal", "piano"],
    notWanted: ["hip hop", "country"],
  },
  {
    brief: "The reactor meltdown, minute by minute, told by the engineers on shift",
    wants: ["dark", "drone"],
    notWanted: ["happy", "party"],
  },
  {
    brief: "Six part series on a drug cartel and the town it swallowed",
    wants: ["dark", "tense"],
    notWanted: ["children", "happy"],
  },
  {
    brief: "Young ballet dancer before her first night at the Bolshoi",
    wants: ["classical", "elegant"],
    notWanted: ["metal", "hip hop"],
  },
  {
    brief: "Wind turbines at sea for an energy transition campaign",
    wants: ["hopeful", "inspiring"],
    notWanted: ["dark", "sad"],
  },
  {
    brief: "How civil rights marchers changed one county in Alabama",
    wants: ["gospel", "soul"],
    notWanted: ["techno", "funny"],
  },
  {
    brief: "Cleopatra sails down the Nile",
    wants: ["oriental", "mysterious"],
    notWanted: ["country", "hip hop"],
  },
  {
    brief: "Behind the walls of a Tibetan monastery with the Dalai Lama's youngest monks",
    wants: ["meditative", "calm"],
    notWanted: ["metal", "party"],
  },
];

describe.each([
  ["weather, landscapes and animals", NATURE],
  ["travel and vehicles", TRAVEL],
  ["home, food and leisure", HOME],
  ["science, history and the arts", KNOWLEDGE],
])("scenes of %s", (_, pictured) => {
  test.each([...pictured])("$brief", ({ brief, wants, notWanted }) => {
    const wanted = parseBrief({ query: brief, context: null }).wanted.toSorted((a, b) => b.weight - a.weight);
    const foremost = wanted.slice(0, FOREMOST).map((wish) => wish.name);

    expect(foremost).toEqual(expect.arrayContaining([...wants]));
    const names = new Set(wanted.map((wish) => wish.name));
    expect(notWanted.filter((name) => names.has(name))).toEqual([]);
  });
});

/** Ordinary words that were once read as a scene. */
test.each<[brief: string, notWanted: readonly string[]]>([
  ["Three episodes on the history of a river and the mass migration along it", ["religious", "choir", "organ"]],
  ["Corporate film with a focus on people, smiles and quiet confidence", ["lo-fi", "chillout"]],
  ["An under-the-hood look at our hybrid engine, macro shots of oil and steel", ["hip hop", "rap"]],
  ["Drive through Los Angeles at 2am, she has just been dumped", ["fun", "upbeat"]],
  ["Two sisters clear out their late mother's house", ["house", "dance"]],
  ["The executive producer wants a pulse that carries two minutes", ["corporate"]],
  ["Patients tell their stories after a heart failure", ["patient"]],
  ["His first day at university", ["cosmic", "spacey"]],
  ["High spirits, treasured evenings, forge your own path", ["horror", "adventure", "industrial"]],
  ["The execution of the idea must feel light", ["dark", "tense"]],
])("%j is not read as a scene", (brief, notWanted) => {
  const names = new Set(parseBrief({ query: brief, context: null }).wanted.map((wish) => wish.name));

  expect(notWanted.filter((name) => names.has(name))).toEqual([]);
});

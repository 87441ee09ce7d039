import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

const WORDS_MAX = 40;
const WORD_LENGTH_MAX = 60;
/** More words make a sentence, and nobody asked for sentences. */
const WORDS_PER_ENTRY_MAX = 5;

/** Two words or three, no sentence. */
const Entries = (description: string) => Type.Array(Type.String(), { description });
const OneOf = (names: readonly string[], description: string) =>
  Type.Union(
    [...names, "unsure"].map((name) => Type.Literal(name)),
    { description },
  );

/**
 * What a model is asked to fill in, and what its answer is held to. All fields are required and no others allowed,
 * which is what servers that constrain a model's output to a schema ask for.
 */
export const VisionAnswer = Type.Object(
  {
    time_of_day: OneOf(["morning", "day", "dusk", "night"], "As the light tells."),
    weather: OneOf(["shine", "cloudy", "rain", "snow", "fog", "storm"], "As far as it is seen."),
    setting: OneOf(["indoor", "outdoor"], "Where the camera is."),
    places: Entries("Up to three: beach, forest, office, alley, kitchen."),
    things: Entries("Up to eight things and creatures that matter to the scene."),
    actions: Entries("Up to three: running, waiting, dancing."),
    moods: Entries("Up to four adjectives for the mood of the scene: tense, tender, playful."),
  },
  { additionalProperties: false },
);
type VisionAnswer = Static<typeof VisionAnswer>;

/** A chat completion as far as it matters here; servers add what they like. */
const Completion = Type.Object({
  choices: Type.Array(
    Type.Object({
      finish_reason: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      message: Type.Object({
        content: Type.Optional(Type.Union([Type.String(), Type.Null()])),
        refusal: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      }),
    }),
    { minItems: 1 },
  ),
});

const ErrorBody = Type.Object({ error: Type.Object({ code: Type.Optional(Type.Unknown()) }) });

export type Read =
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "refused" }
  | { readonly kind: "unusable"; readonly why: string };

/** Reads a chat completion. What does not fit the schema says nothing; of what fits only plain words are kept. */
export function readCompletion(text: string): Read {
  const completion = parsed(text);
  if (!Value.Check(Completion, completion)) return { kind: "unusable", why: "answered with no chat completion" };
  const [choice] = completion.choices;
  const { content, refusal } = choice?.message ?? {};
  if (choice?.finish_reason === "content_filter" || (typeof refusal === "string" && refusal !== ""))
    return { kind: "refused" };
  const answer = parsed(content ?? "");
  if (!Value.Check(VisionAnswer, answer))
    return { kind: "unusable", why: "answered beside the schema that it was given" };
  const words = wordsOf(answer);
  return words.length === 0 ? { kind: "unusable", why: "saw nothing that it could name" } : { kind: "words", words };
}

/** A server may filter before the model answers: then the refusal is an error. */
export function isFilterError(text: string): boolean {
  const body = parsed(text);
  if (!Value.Check(ErrorBody, body)) return false;
  return body.error.code === "content_filter" || body.error.code === "content_policy_violation";
}

function wordsOf(answer: VisionAnswer): string[] {
  const said = [
    answer.time_of_day,
    answer.weather,
    answer.setting,
    ...answer.places,
    ...answer.moods,
    ...answer.actions,
    ...answer.things,
  ];
  const plain = said.filter((word) => word !== "unsure").map((word) => word.normalize("NFC").trim().toLowerCase());
  return [...new Set(plain.filter(isPlain))].slice(0, WORDS_MAX);
}

/** A few words of letters: no sentence, no address, no markup, nothing that a reader could take for an instruction. */
function isPlain(word: string): boolean {
  const isWords = word.length <= WORD_LENGTH_MAX && /^\p{L}[\p{L}\p{M}'’ -]*$/u.test(word);
  return isWords && word.split(/\s+/).length <= WORDS_PER_ENTRY_MAX;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

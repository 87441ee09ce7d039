import { type Static, Type } from "@sinclair/typebox";
import { parseChecked } from "../lib/parse-json.ts";

const WORDS_MAX = 40;
const WORD_LENGTH_MAX = 60;
/** An entry with more words than this is a sentence, not a description. */
const WORDS_PER_ENTRY_MAX = 5;

const Entries = (description: string) => Type.Array(Type.String(), { description });
const OneOf = (names: readonly string[], description: string) =>
  Type.Union(
    [...names, "unsure"].map((name) => Type.Literal(name)),
    { description },
  );

/**
 * The schema that the model has to fill in and that its answer is checked against. All fields are required and no others
 * are allowed, because servers that constrain the output to a schema require this.
 */
export const VisionAnswer = Type.Object(
  {
    time_of_day: OneOf(["morning", "day", "dusk", "night"], "From the light."),
    weather: OneOf(["shine", "cloudy", "rain", "snow", "fog", "storm"], "As far as it is visible."),
    setting: OneOf(["indoor", "outdoor"], "Where the camera is."),
    places: Entries("Up to three: beach, forest, office, alley, kitchen."),
    things: Entries("Up to eight things and creatures that matter to the scene."),
    actions: Entries("Up to three: running, waiting, dancing."),
    moods: Entries("Up to four adjectives for the mood of the scene: tense, tender, playful."),
  },
  { additionalProperties: false },
);
type VisionAnswer = Static<typeof VisionAnswer>;

/** The used part of a chat completion. Servers add other fields. */
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

/** What a chat completion contains; `why` completes a sentence that begins with "it". */
export type CompletionResult =
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "refused" }
  | { readonly kind: "unusable"; readonly why: string };

/** Reads a chat completion. An answer that does not match the schema is unusable. Only the plain words of an answer are kept. */
export function readCompletion(text: string): CompletionResult {
  const completion = parseChecked(Completion, text);
  if (completion === null) return { kind: "unusable", why: "did not return a chat completion" };
  const [choice] = completion.choices;
  const { content, refusal } = choice?.message ?? {};
  if (choice?.finish_reason === "content_filter" || (typeof refusal === "string" && refusal !== ""))
    return { kind: "refused" };
  const answer = parseChecked(VisionAnswer, content ?? "");
  if (answer === null) return { kind: "unusable", why: "returned an answer that does not match the schema" };
  const words = wordsOf(answer);
  return words.length === 0 ? { kind: "unusable", why: "detected nothing" } : { kind: "words", words };
}

/** Returns whether an error body means a refusal: some servers apply a content filter before the model answers. */
export function isFilterError(text: string): boolean {
  const code = parseChecked(ErrorBody, text)?.error.code;
  return code === "content_filter" || code === "content_policy_violation";
}

function wordsOf(answer: VisionAnswer): string[] {
  const entries = [
    answer.time_of_day,
    answer.weather,
    answer.setting,
    ...answer.places,
    ...answer.moods,
    ...answer.actions,
    ...answer.things,
  ];
  const plain = entries.filter((word) => word !== "unsure").map((word) => word.normalize("NFC").trim().toLowerCase());
  return [...new Set(plain.filter(isPlain))].slice(0, WORDS_MAX);
}

/** Accepts a few words of letters only: no sentences, addresses or markup, nothing that could be read as an instruction. */
function isPlain(word: string): boolean {
  const isWords = word.length <= WORD_LENGTH_MAX && /^\p{L}[\p{L}\p{M}'’ -]*$/u.test(word);
  return isWords && word.split(/\s+/).length <= WORDS_PER_ENTRY_MAX;
}

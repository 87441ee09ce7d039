import { type Static, Type } from "@sinclair/typebox";
import { parseChecked } from "../lib/parse-json.ts";
import { toNormalForm } from "../lib/to-normal-form.ts";

const WORDS_MAX = 40;
const WORD_LENGTH_MAX = 60;
/** An entry with more words than this is a sentence, not a description. */
const WORDS_PER_ENTRY_MAX = 5;
/** A longer sentence is cut: models that ramble say what is seen first. */
const SENTENCE_LENGTH_MAX = 300;

const Entries = (description: string) => Type.Array(Type.String(), { description });
const OneOf = (names: readonly string[], description: string) =>
  Type.Union(
    [...names, "unsure"].map((name) => Type.Literal(name)),
    { description },
  );

const sentence = Type.String({
  description: "One plain sentence in English: who or what is seen, what happens, and where. At most thirty words.",
});

const subject = OneOf(
  ["place", "people", "animal", "object", "food", "texture", "graphic"],
  "What the picture is of; a graphic is a slide, a chart or a title card.",
);

/**
 * The schema that the model has to fill in. All fields are required and no others are allowed, because servers that
 * constrain the output to a schema require this.
 */
export const VisionAnswer = Type.Object(
  {
    sentence,
    subject,
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

/** What an answer is checked against. A model can leave the sentence and the subject out. */
const AcceptedAnswer = Type.Object(
  { ...VisionAnswer.properties, sentence: Type.Optional(sentence), subject: Type.Optional(subject) },
  { additionalProperties: false },
);
type AcceptedAnswer = Static<typeof AcceptedAnswer>;

const FENCE = "```";

/** How models begin a refusal in prose. It only changes the note: text in a picture could say the same. */
const DECLINED =
  /^\W*(?:i['’]?m sorry|sorry|i (?:can['’]?t|cannot|can not|won['’]?t|am (?:not able|unable))|unable to)\b/i;

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
  | { readonly kind: "read"; readonly words: readonly string[]; readonly sentence: string | null }
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
  const answer = parseChecked(AcceptedAnswer, withoutFence(content ?? ""));
  if (answer === null) return { kind: "unusable", why: whyUnusable(content ?? "", choice?.finish_reason) };
  const words = wordsOf(answer);
  const told = plainSentence(answer.sentence ?? "");
  if (words.length === 0 && told === null) return { kind: "unusable", why: "detected nothing" };
  return { kind: "read", words, sentence: told };
}

/** Returns the content of a Markdown code block. Servers that do not constrain the output often return one. */
function withoutFence(text: string): string {
  const trimmed = text.trim();
  const start = trimmed.indexOf("\n");
  const isFenced = trimmed.startsWith(FENCE) && trimmed.endsWith(FENCE) && start > 0;
  return isFenced ? trimmed.slice(start, -FENCE.length) : text;
}

/** Says what came instead of the schema. The answer itself is never quoted. */
function whyUnusable(content: string, finishReason: string | null | undefined): string {
  if (content.trim() === "") return "returned an empty answer";
  if (finishReason === "length") return "returned an answer that is too long for the schema";
  if (DECLINED.test(content)) return "declined in words, without marking its answer as a refusal";
  return "returned an answer that does not match the schema";
}

/** Returns whether an error body means a refusal: some servers apply a content filter before the model answers. */
export function isFilterError(text: string): boolean {
  const code = parseChecked(ErrorBody, text)?.error.code;
  return code === "content_filter" || code === "content_policy_violation";
}

function wordsOf(answer: AcceptedAnswer): string[] {
  const entries = [
    ...(answer.subject === undefined || answer.subject === "place" ? [] : [answer.subject]),
    answer.time_of_day,
    answer.weather,
    answer.setting,
    ...answer.places,
    ...answer.moods,
    ...answer.actions,
    ...answer.things,
  ];
  const plain = entries
    .filter((word) => word !== "unsure")
    .map((word) => toNormalForm(word, "NFC").trim().toLowerCase());
  return [...new Set(plain.filter(isPlain))].slice(0, WORDS_MAX);
}

/** Accepts a few words of letters only: no sentences, addresses or markup, nothing that could be read as an instruction. */
function isPlain(word: string): boolean {
  const isWords = word.length <= WORD_LENGTH_MAX && /^\p{L}[\p{L}\p{M}'’ -]*$/u.test(word);
  return isWords && word.split(/\s+/).length <= WORDS_PER_ENTRY_MAX;
}

/**
 * Returns the sentence as plain text of at most SENTENCE_LENGTH_MAX characters, cut after a sentence or a word. Marks of
 * emphasis are removed. Null for a sentence with an address, tags or code, and for one without letters.
 */
function plainSentence(text: string): string | null {
  const oneLine = toNormalForm(text, "NFC")
    .replaceAll(/[*_#`]+/g, "")
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ");
  const plain = oneLine.trim();
  if (/[<>{}[\]|\\]|:\/\//.test(plain) || !/\p{L}/u.test(plain)) return null;
  if (plain.length <= SENTENCE_LENGTH_MAX) return plain;
  const cut = plain.slice(0, SENTENCE_LENGTH_MAX);
  const end = Math.max(cut.lastIndexOf(". "), cut.lastIndexOf("! "), cut.lastIndexOf("? "));
  return end > 0 ? cut.slice(0, end + 1) : cut.slice(0, Math.max(1, cut.lastIndexOf(" ")));
}

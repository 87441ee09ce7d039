import { EXAMPLE_COMPANIONS, EXAMPLE_SERVER, EXAMPLE_SONG } from "./song.ts";

const ID = "0add0be8-3d75-8791-8c48-4c6c7fdce9a4";
const LINKS = { self: `${EXAMPLE_SERVER}/v1/supervisor/search/${ID}` };
const ASKED = { query: "hopeful piano, no vocals", callback_url: "https://studio.example/music" };
const INPUTS = { ...ASKED, context: null, asset_ids: [] };

export const EXAMPLE_SEARCH_REQUEST = { data: { type: "supervisor_searches", attributes: ASKED } };

export const EXAMPLE_ACCEPTED_SEARCH = {
  data: { type: "supervisor_searches", id: ID, attributes: { status: "processing", ...INPUTS }, links: LINKS },
};

const BRIEF = {
  wanted: [
    { facet: "mood", name: "hopeful", weight: 0.9, from: ["hopeful"] },
    { facet: "instrument", name: "piano", weight: 0.9, from: ["piano"] },
  ],
  avoided: [{ facet: "instrument", name: "voice", weight: 0.9, from: ["no vocals"] }],
  constraints: [{ constraint: "no vocals", facts: { kind: "vocals", want: "none" }, from: ["no vocals"] }],
  references: [],
  text: [],
  text_avoided: [],
  ignored: [],
  corrected: [],
  wishes: [
    {
      id: "instrument/piano",
      kind: "tag",
      label: "piano",
      polarity: "wanted",
      weight: 0.9,
      implied: false,
      from: [{ text: "piano", source: "query", turn: 0, start: 8, end: 13 }],
    },
    {
      id: "constraint/vocals",
      kind: "constraint",
      label: "no vocals",
      polarity: "must_not",
      weight: null,
      implied: false,
      from: [{ text: "no vocals", source: "query", turn: 0, start: 15, end: 24 }],
    },
  ],
  ignored_from: [],
  unserved: [],
  unserved_facts: [],
};

export const EXAMPLE_SEARCH_RESULT = {
  data: {
    type: "supervisor_searches",
    id: ID,
    attributes: {
      status: "completed",
      ...INPUTS,
      completed_at: "2026-11-24T14:51:54.596Z",
      brief: BRIEF,
      catalog_version: "f29712dc2aa533f5",
    },
    relationships: {
      songs: {
        data: [
          {
            type: "songs",
            id: EXAMPLE_SONG.id,
            meta: {
              rank: 1,
              score: 0.91,
              band: "strong",
              reasons: ["hopeful", "piano", "no vocals"],
              reason_facts: [
                { kind: "tags", names: ["hopeful"] },
                { kind: "tags", names: ["piano"] },
                { kind: "vocals", want: "none" },
              ],
              verdicts: [{ constraint: "no vocals", verdict: "met" }],
              audio_file: "nd-0066-main",
            },
          },
        ],
      },
    },
    links: LINKS,
  },
  included: [EXAMPLE_SONG, ...EXAMPLE_COMPANIONS],
};

/** The body of the webhook of a search that failed. */
export const EXAMPLE_FAILED_SEARCH = {
  data: {
    type: "supervisor_searches",
    id: ID,
    attributes: {
      status: "failed",
      ...INPUTS,
      asset_ids: ["196db2ae-23f6-4ad4-a191-def610c2562a"],
      completed_at: "2026-11-24T14:51:54.596Z",
      error: { code: "asset_failed", detail: "A referenced asset could not be analysed." },
    },
    relationships: { songs: { data: [] } },
    links: LINKS,
  },
  included: [],
};

export const EXAMPLE_EVENTS = [
  "event: processing",
  'data: {"waiting_for":["196db2ae-23f6-4ad4-a191-def610c2562a"]}',
  "",
  "event: ended",
  "data: {}",
  "",
  "",
].join("\n");

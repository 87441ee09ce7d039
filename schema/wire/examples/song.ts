/** The base URL of all examples. */
export const EXAMPLE_SERVER = "http://127.0.0.1:4040";

const SIGNATURE = "key=768a80ce-7ef0-4238-b550-1c5b50c556c2&token=EXAMPLE&expires=1796136718";

export const EXAMPLE_SONG = {
  type: "songs",
  id: "nd-0066",
  attributes: {
    title: "Tern Over White Water",
    description: "Quick piano figures keep a flute aloft over cold, slow strings.",
    energy: "medium",
    explicit: false,
    lyrics: "",
    isrc: "QZND11622654",
    released_at: 1_479_168_000,
    bpm: 96,
    key: { name: "G", mode: "lydian" },
    tags: {
      genre: ["neoclassical", "minimalism"],
      mood: ["hopeful", "airy", "reflective"],
      instrument: ["piano", "string quartet", "flute"],
      characteristic: ["ostinato", "lyrical", "gentle build"],
    },
    playlist_ids: [4, 8],
    stems: null,
    has_vocal_version: false,
    has_instrumental_version: true,
  },
  relationships: {
    audio_files: { data: [{ type: "audio_files", id: "nd-0066-main" }] },
    artists: { data: [{ type: "artists", id: "na-045" }] },
  },
  links: { self: `${EXAMPLE_SERVER}/v1/songs/nd-0066` },
};

const AUDIO_FILE = {
  type: "audio_files",
  id: "nd-0066-main",
  attributes: {
    description: "Full mix",
    song_id: "nd-0066",
    instrumental: true,
    duration: 72.6,
    versions: {
      mp3: `${EXAMPLE_SERVER}/v1/audio_files/nd-0066-main/full.mp3?${SIGNATURE}`,
      wav: `${EXAMPLE_SERVER}/v1/audio_files/nd-0066-main/full.wav?${SIGNATURE}`,
    },
  },
};

const ARTIST = { type: "artists", id: "na-045", attributes: { name: "Emmerich Dahl", image: null } };

/** The files and artists of the example song. */
export const EXAMPLE_COMPANIONS = [AUDIO_FILE, ARTIST];

export const EXAMPLE_SONG_DOCUMENT = { data: EXAMPLE_SONG, included: EXAMPLE_COMPANIONS };

export const EXAMPLE_SONG_AUDIO = {
  data: [
    { type: "audio_files", id: "nd-0066-main", attributes: { stem: false, loudness: -17.3 } },
    { type: "audio_files", id: "nd-0066-piano", attributes: { stem: true, loudness: null } },
  ],
};

export const EXAMPLE_SONG_LIST = {
  ...EXAMPLE_SONG_DOCUMENT,
  data: [EXAMPLE_SONG],
  meta: { total: 424 },
  links: {
    self: `${EXAMPLE_SERVER}/v1/songs?page%5Bsize%5D=1`,
    next: `${EXAMPLE_SERVER}/v1/songs?page%5Bsize%5D=1&page%5Bcursor%5D=EXAMPLE`,
  },
};

const EXAMPLE_LIKENESS = {
  rank: 1,
  score: 0.62,
  reasons: ["similar rhythm and instruments", "both string quartet, airy", "both in D minor"],
  reason_facts: [
    { kind: "sound", facets: ["rhythm", "instruments"] },
    { kind: "shared_tags", names: ["string quartet", "airy"], more: 0 },
    { kind: "shared_key", key: "D minor", other: "D minor" },
  ],
  sound: { feel: 0.41, harmony: 0.18, rhythm: 0.77, instruments: 0.69 },
};

export const EXAMPLE_SIMILAR_SONGS = {
  data: [{ ...EXAMPLE_SONG, meta: EXAMPLE_LIKENESS }],
  included: EXAMPLE_COMPANIONS,
  links: { self: `${EXAMPLE_SERVER}/v1/songs/nd-0067/similar?page%5Bsize%5D=1` },
};

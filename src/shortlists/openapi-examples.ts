const SERVER = "http://127.0.0.1:4040";
const EXAMPLE_ID = "7d0c4c0e-5a55-4c0f-9b3a-2a8f1c6f9b11";
const ENTRY_ID = "0f6a5a52-1f0e-4d15-8f2b-6f3d5c1a7e20";

export const SHORTLIST_EXAMPLE = {
  type: "shortlists",
  id: EXAMPLE_ID,
  attributes: {
    name: "Station farewell",
    note: "For the second cut.",
    entries: 1,
    created_at: "2026-03-02T09:12:00.000Z",
    updated_at: "2026-03-02T09:40:00.000Z",
  },
  links: { self: `${SERVER}/v1/shortlists/${EXAMPLE_ID}` },
};

/** The song is no longer in the catalog, so the example needs no song. */
export const ENTRY_EXAMPLE = {
  type: "shortlist_entries",
  id: ENTRY_ID,
  attributes: {
    position: 1,
    song_id: "1042",
    title: "Glass Harbour",
    artists: ["Ada Field"],
    note: "From the second verse.",
    rating: 4,
    audio_file_id: "9001",
    asset_id: null,
    offset_seconds: -12.5,
    availability: "retired",
    added_at: "2026-03-02T09:14:00.000Z",
  },
  relationships: { song: { data: null } },
};

export const ENTRIES_EXAMPLE = {
  data: [ENTRY_EXAMPLE],
  included: [],
  links: { self: `${SERVER}/v1/shortlists/${EXAMPLE_ID}/entries` },
};

export const LIST_EXAMPLE = { data: [SHORTLIST_EXAMPLE], links: { self: `${SERVER}/v1/shortlists`, next: null } };

export const EXPORT_EXAMPLE = {
  shortlist: {
    id: EXAMPLE_ID,
    name: "Station farewell",
    note: "For the second cut.",
    exported_at: "2026-03-02T10:00:00.000Z",
  },
  entries: [
    {
      position: 1,
      song_id: "1042",
      title: "Glass Harbour",
      artists: ["Ada Field"],
      rating: 4,
      note: "From the second verse.",
      audio_file_id: "9001",
      asset_id: null,
      offset_seconds: -12.5,
      availability: "available",
      version: "Full mix",
      duration: 183.2,
      bpm: 121,
      key: "A minor",
      isrc: "QZABC2400001",
      mp3: `${SERVER}/v1/audio_files/9001/full.mp3?key=4f1f8a1e-6f6e-4d6b-9c39-0d3c1e4c6c0a&token=bm90LWEtcmVhbC10b2tlbg&expires=1772532000`,
      wav: null,
    },
  ],
};

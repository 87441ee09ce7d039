import type { HttpAppOptions } from "./http-app.ts";
import { mp3Bytes, PNG, wavBytes } from "./small-media.ts";

export const FULL_MP3 = mp3Bytes();
export const FULL_WAV = wavBytes();
export const STEMS = new TextEncoder().encode("PK stems of Glass Harbour");

/** A few songs that together have every kind of media and every field that lists filter by. */
export const SMALL_CATALOG: Required<Pick<HttpAppOptions, "dump" | "files">> = {
  dump: [
    { playlist: { id: 12, name: "Open road", public: true } },
    { playlist: { id: 31, name: "Held back", public: false } },
    {
      id: "1042",
      title: "Glass Harbour",
      description: "Slow light over cold water.",
      energy: "high",
      explicit: false,
      lyrics: "Hold the line",
      isrc: "QZABC2400001",
      released_at: 1_714_521_600,
      bpm: 121,
      key: { name: "A", mode: "minor" },
      tags: { genre: ["electronic", "ambient"], mood: ["tense"], instrument: ["synth"], characteristic: ["pulsing"] },
      artists: [
        { id: "77", name: "Ada Field", image: "faces/ada.png" },
        { id: "78", name: "Bruno Lake", image: "https://pictures.example/bruno.jpg" },
      ],
      audio_files: [
        {
          id: "9001",
          description: "Full mix",
          vocals: "lead",
          duration: 183.2,
          wav: "audio/1042.wav",
          mp3: "audio/1042.mp3",
        },
        { id: "9002", description: "Drums", vocals: "none", stem: true, wav: "audio/1042-drums.wav" },
        { id: "9003", description: "Lost tape", vocals: "none" },
      ],
      stems: "audio/1042-stems.zip",
      playlists: [12, 31],
    },
    {
      id: "song/2 ünder%",
      title: "Tin Roof",
      energy: "low",
      explicit: true,
      bpm: 90,
      key: { name: "C", mode: "major" },
      tags: { genre: ["folk"], mood: ["warm"], instrument: ["guitar"] },
      artists: [{ id: "77" }],
      audio_files: [{ id: "file/2 ü%", description: "", vocals: "background", mp3: "audio/tin.mp3" }],
    },
    {
      id: "3",
      title: "Slow Static",
      bpm: 118,
      tags: { genre: ["electronic"], mood: ["tense"] },
      artists: [{ id: "79", name: "The Static" }],
      audio_files: [{ id: "9010", vocals: "none", wav: "audio/static.flac" }],
    },
    { id: "4", title: "Paper Only", tags: { genre: ["ambient"] } },
  ],
  files: {
    "audio/1042.wav": FULL_WAV,
    "audio/1042.mp3": FULL_MP3,
    "audio/1042-drums.wav": wavBytes(100),
    "audio/1042-stems.zip": STEMS,
    "audio/tin.mp3": mp3Bytes(3),
    "audio/static.flac": new TextEncoder().encode("fLaC...."),
    "faces/ada.png": PNG,
  },
};

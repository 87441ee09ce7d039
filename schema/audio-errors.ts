/** The refusals of audio files and of cuts, extensions of the interface: a part of `REFUSALS`. */
export const AUDIO_REFUSALS = {
  cut_impossible: {
    status: 422,
    code: "cut_impossible",
    detail: "This recording has no cut of this length: it has no sure pulse and is shorter, or its bars are too long.",
  },
  audio_count_exceeded: {
    status: 422,
    code: "audio_count_exceeded",
    detail: "A search can reference at most 1 audio file.",
  },
  audio_size_exceeded: {
    status: 422,
    code: "audio_size_exceeded",
    detail: "Audio files can be at most 500 MB.",
    parameter: "file",
  },
  audio_duration_exceeded: {
    status: 422,
    code: "audio_duration_exceeded",
    detail: "Audio files can be at most 60 minutes long.",
    parameter: "file",
  },
  daily_audio_quota_exceeded: {
    status: 429,
    code: "daily_audio_quota_exceeded",
    detail: "This key has reached its limit of audio files in 24 hours. Retry after the time in Retry-After.",
  },
} as const;

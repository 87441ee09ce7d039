/** The refusals of shortlists, a part of `REFUSALS`. */
export const SHORTLIST_REFUSALS = {
  shortlists_full: {
    status: 422,
    code: "shortlists_full",
    detail: "This key has as many shortlists as it can have. Delete one first.",
  },
  shortlist_full: {
    status: 422,
    code: "shortlist_full",
    detail: "The shortlist has as many songs as it can have. Remove one first, or begin another shortlist.",
  },
  shares_full: {
    status: 422,
    code: "shares_full",
    detail: "The shortlist has as many shared links as it can have. Revoke one first.",
  },
  shared_link_ended: {
    status: 404,
    code: null,
    detail: "This link does not work: it is wrong, has expired, or was revoked. Ask the sender for a new one.",
  },
  shared_link_busy: {
    status: 429,
    code: null,
    detail: "Too many requests for shared links. Retry after the time in Retry-After.",
  },
  live_keys_only: {
    status: 403,
    code: null,
    detail: "Only live keys get the files themselves. Test and trial keys get watermarked files, one at a time.",
  },
  downloads_busy: {
    status: 429,
    code: null,
    detail: "Too many archives are being downloaded. Retry after the time in Retry-After.",
  },
  archive_too_large: {
    status: 422,
    code: "archive_too_large",
    detail: "The files are too large for one archive. Split the shortlist, or choose MP3.",
  },
} as const;

import { MINUTE_MS, SECOND_MS } from "../lib/clock.ts";

const MEBIBYTE = 1024 ** 2;

/** Limits of an upload, as documented for clients. */
export const PICTURE_BYTES_MAX = 20 * MEBIBYTE;
export const FILM_BYTES_MAX = 500 * MEBIBYTE;
export const AUDIO_BYTES_MAX = 500 * MEBIBYTE;
/** Of any file. */
export const FILE_BYTES_MAX = Math.max(PICTURE_BYTES_MAX, FILM_BYTES_MAX, AUDIO_BYTES_MAX);
export const PICTURE_SIDE_MAX = 4_096;
export const FILM_SECONDS_MAX = 600;
/** A film that an editor cuts at exactly ten minutes is a little longer: its last audio frame is complete. */
export const FILM_SECONDS_TOLERANCE = 0.1;
export const AUDIO_SECONDS_MAX = 3_600;
/** The last frame of a coded sound is complete. */
export const AUDIO_SECONDS_TOLERANCE = 0.1;

/** Limits of a form apart from its file: one or two short fields and the headers of its parts. */
export const FORM_EXTRA_BYTES_MAX = MEBIBYTE;
export const FORM_FIELD_BYTES_MAX = 1_024;
export const FORM_PARTS_MAX = 16;

/** Concurrent uploads. Each has an open file, a connection and about a megabyte of buffers. */
export const UPLOADS_PER_KEY_MAX = 16;
export const UPLOADS_MAX = 32;
/** Of these, for keys without an upload in progress. */
export const FIRST_UPLOADS_RESERVED = 8;
export const BUSY_RETRY_SECONDS = 2;

/**
 * An upload fails if fewer bytes than this arrive within the window: one kilobyte per second, slower than any connection in use.
 * Bun's idle timer is unsuitable, because it also ends slow uploads.
 */
export const STALL_WINDOW_MS = 30 * SECOND_MS;
export const STALL_BYTES_MIN = 30 * 1_024;

/** An upload fails if it is not in the store of objects by then. At 2 Mbit/s, 500 MiB take 35 minutes, and others can be sent before it. */
export const STORING_LIMIT_MS = 60 * MINUTE_MS;

/** Free space to reserve for the database. It is checked before an upload, and again after each FREE_CHECK_EVERY_BYTES. */
export const FREE_BYTES_MIN = 64 * MEBIBYTE;
export const FREE_CHECK_EVERY_BYTES = 16 * MEBIBYTE;

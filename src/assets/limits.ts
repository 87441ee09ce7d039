import { SECOND_MS } from "../lib/clock.ts";

const MEBIBYTE = 1024 ** 2;

/** The interface's limits of an upload. */
export const PICTURE_BYTES_MAX = 20 * MEBIBYTE;
export const FILM_BYTES_MAX = 500 * MEBIBYTE;
export const PICTURE_SIDE_MAX = 4_096;
export const FILM_SECONDS_MAX = 600;
/** A film cut at ten minutes ends with the audio frame in which the cut lies. */
export const FILM_SECONDS_TOLERANCE = 0.1;

/** What a form may hold besides the file: a short field or two, and their headers. */
export const FORM_EXTRA_BYTES_MAX = MEBIBYTE;
export const FORM_FIELD_BYTES_MAX = 1_024;
export const FORM_PARTS_MAX = 16;

/** Uploads that run at once: each holds a file, a connection and about a megabyte. */
export const UPLOADS_PER_KEY_MAX = 16;
export const UPLOADS_MAX = 32;
export const BUSY_RETRY_SECONDS = 2;

/**
 * A client that sends less than this in such a time is given up: a kilobyte a second, slower than any line in use. Bun's
 * own timer cannot be used: it cuts slow uploads too.
 */
export const STALL_WINDOW_MS = 30 * SECOND_MS;
export const STALL_BYTES_MIN = 30 * 1_024;

/** What must stay free on the disk for the database; checked before an upload and each time so much of it was written. */
export const FREE_BYTES_MIN = 64 * MEBIBYTE;
export const FREE_CHECK_EVERY_BYTES = 16 * MEBIBYTE;

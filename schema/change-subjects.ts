/**
 * What is known of media: measurements, digests of sources, and files that can never be made. Who changes it notes it
 * (`Writing.noteChange`), because kept result documents show it.
 */
export const MEDIA_KNOWLEDGE = "media";

const ENDING = /\.(?:wav|wave|bwf|aiff?|flac|mp3|m4a|aac|ogg|opus|wma|mxf|mov|mp4|caf)$/i;

/** Returns the extension of an audio or film file with its dot; "" for any other name. */
export function endingOf(name: string): string {
  return ENDING.exec(name)?.[0] ?? "";
}

/** How long the service may keep a request for a file that it still has to make. It answers as soon as the file is there. */
export const WAIT_SECONDS = 60;

/** Returns the signed address of a file with the time to wait, so that the browser does not report an error meanwhile. */
export function awaitedUrl(url: string): string {
  return `${url}${url.includes("?") ? "&" : "?"}wait=${WAIT_SECONDS}`;
}

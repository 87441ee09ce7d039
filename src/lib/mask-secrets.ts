const MASK = "[secret]";
/** Tokens of API keys and webhook secrets, whole or in part: keys/token.ts. */
const OWN = /(nd_(?:live|test|trial)_|whsec_)[\w+/=-]+/gi;
/** Parameters that are secrets by their name, such as those of signed URLs. */
const PARAMETER = /(?<=(?:^|[?&;/\s"'(])[\w-]*(?:token|key|secret|signature|password)=)[^&;#\s"'\\]+/gi;
/** User name and password of a URL. */
const USER = /(?<=\bhttps?:\/\/)[^\s"'\\/@?#]+(?=@)/gi;
/** 32 random bytes in base64url: the admin token, the token of a signed URL, the secret part of an API key's token. */
const RANDOM = /(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{43}(?![\w-])/g;
const ENCODED = /%[0-9a-f]{2}/i;

/** A text for the log: without tokens, secret parameters, and users of URLs. */
export function maskSecrets(text: string): string {
  return text.replace(OWN, `$1${MASK}`).replace(PARAMETER, MASK).replace(USER, MASK);
}

/**
 * The path of a request for the log. A segment that looks like random bytes is a token of some kind; one that is a secret
 * when it is decoded is left out.
 */
export function maskPath(path: string): string {
  return path.split("/").map(maskSegment).join("/");
}

function maskSegment(segment: string): string {
  const decoded = ENCODED.test(segment) ? [decodedOf(segment), decodedOf(decodedOf(segment))] : [];
  return decoded.some((text) => maskRandom(text) !== text) ? MASK : maskRandom(segment);
}

function maskRandom(text: string): string {
  return maskSecrets(text).replace(RANDOM, MASK);
}

/** A client or a proxy may encode what is encoded already, so a path is decoded twice. */
function decodedOf(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const MASK = "[secret]";
/** Tokens of API keys and webhook secrets, complete or cut off (keys/token.ts). */
const OWN = /(nd_(?:live|test|trial)_|whsec_)[\w+/=-]+/gi;
/** Parameters whose names show that they are secret, such as those of signed URLs. */
const PARAMETER = /(?<=(?:^|[?&;/\s"'(])[\w-]*(?:token|key|secret|signature|password)=)[^&;#\s"'\\]+/gi;
/** User name and password of a URL. */
const USER = /(?<=\bhttps?:\/\/)[^\s"'\\/@?#]+(?=@)/gi;
/** 32 random bytes in base64url: the admin token, the token of a signed URL, the secret part of an API key's token. */
const RANDOM = /(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{43}(?![\w-])/g;
const ENCODED = /%[0-9a-f]{2}/i;

/** Masks tokens, secret parameters and the user information of URLs in a text for the log. */
export function maskSecrets(text: string): string {
  return text.replace(OWN, `$1${MASK}`).replace(PARAMETER, MASK).replace(USER, MASK);
}

/**
 * Masks secrets in the path of a request for the log. A segment that looks like random bytes counts as a token. A segment
 * that contains a secret after decoding is masked completely.
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

/** Segments are decoded twice, because a client or a proxy can encode an encoded path again. */
function decodedOf(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

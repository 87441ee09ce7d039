import { toNormalForm } from "../lib/to-normal-form.ts";

const OPTIONS = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;
const GENERATED_BYTES = 15;
/** A hash that no password has, so that an unknown name takes as long as a wrong password. */
const NOBODY =
  "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/** Returns the Argon2id hash of a password, with the parameters that OWASP recommends: 19 MiB, two passes. */
export async function hashPassword(password: string): Promise<string> {
  return await Bun.password.hash(toNormalForm(password, "NFKC"), OPTIONS);
}

/** Compares a password with a hash, or with none: the time is the same. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const isSame = await Bun.password.verify(toNormalForm(password, "NFKC"), hash ?? NOBODY);
  return isSame && hash !== null;
}

/** Returns a random password of 24 characters: 120 bits, in base32 without letters that look alike. */
export function newPassword(): string {
  const digits = "abcdefghjkmnpqrstuvwxyz23456789x";
  const bits = [...crypto.getRandomValues(new Uint8Array(GENERATED_BYTES))].map((byte) =>
    byte.toString(2).padStart(8, "0"),
  );
  const groups = bits.join("").match(/.{5}/g) ?? [];
  return groups.map((group) => digits[Number.parseInt(group, 2)]).join("");
}

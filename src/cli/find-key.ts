import type { Core } from "../app/core.ts";
import type { ApiKey } from "../keys/key.ts";

/** The positional of commands on one key. */
export const KEY_POSITIONAL = { name: "KEY", about: "the key's id or name, as `keys list` shows them" } as const;

/**
 * Returns the key with this id or name. A revoked key is found by its name only if no other key has it. Throws an Error for the
 * user if there is none, or if several keys have the name.
 */
export async function findKey({ db, keys }: Pick<Core, "db" | "keys">, idOrName: string): Promise<ApiKey> {
  const byId = await db.read(keys.find(idOrName));
  if (byId !== null) return byId;
  const named = (await db.read(keys.list())).filter((key) => key.name === idOrName);
  const active = named.filter((key) => key.revokedAt === null);
  const [key, ...others] = active.length > 0 ? active : named;
  if (key === undefined) {
    throw new Error(`There is no key ${JSON.stringify(idOrName)}; \`needledrop keys list\` shows all keys.`);
  }
  if (others.length === 0) return key;
  const ids = [key, ...others].map(({ id }) => id).join(", ");
  throw new Error(
    `${others.length + 1} keys are called ${JSON.stringify(idOrName)}; use the id of one of them: ${ids}.`,
  );
}

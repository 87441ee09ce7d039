import { afterAll, describe, expect, test } from "bun:test";
import { ConsoleState } from "../support/console-state.ts";

interface Client {
  readonly client: { readonly readHealth: (call?: { readonly signal: AbortSignal }) => Promise<unknown> };
  readonly messageOf: (error: unknown) => string;
}

interface Texts {
  readonly chooseLanguage: (language: string) => Promise<void>;
}

const { client, messageOf } = await new ConsoleState().load<Client>("lib/client.ts");
const { chooseLanguage } = await new ConsoleState().load<Texts>("lib/texts.ts");
Object.assign(globalThis, {
  document: { documentElement: {} },
  fetch: async () => {
    await Promise.resolve();
    throw new TypeError("Failed to fetch");
  },
});

afterAll(() => chooseLanguage("en"));

const failureOf = async (signal?: AbortSignal): Promise<unknown> =>
  await client.readHealth(signal === undefined ? undefined : { signal }).catch((error: unknown) => error);

describe("a request without an answer", () => {
  test("is explained in the language of the page", async () => {
    expect(messageOf(await failureOf())).toBe("The server does not answer. Check the connection, then try again.");
    await chooseLanguage("de");
    expect(messageOf(await failureOf())).toStartWith("Der Server antwortet nicht.");
  });

  test("is no lost connection if the page has ended it", async () => {
    expect(await failureOf(AbortSignal.abort())).toBeInstanceOf(TypeError);
  });
});

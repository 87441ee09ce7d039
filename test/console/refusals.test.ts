import { afterAll, describe, expect, test } from "bun:test";
import { REFUSALS, SEARCH_FAILURES } from "../../schema/errors.ts";
import { ApiError } from "../../clients/typescript/client.ts";
import { ConsoleState } from "../support/console-state.ts";

interface Client {
  readonly messageOf: (error: unknown) => string;
  readonly failureText: (error: { readonly code: string; readonly detail: string }) => string;
}

interface Texts {
  readonly chooseLanguage: (language: string) => Promise<void>;
}

const state = new ConsoleState();
Object.assign(globalThis, { document: { documentElement: {} } });
const { messageOf, failureText } = await state.load<Client>("lib/client.ts");
const { chooseLanguage } = await state.load<Texts>("lib/texts.ts");

afterAll(() => chooseLanguage("en"));

/** A limit of each kind, as the answers have them. */
const META = { limit: 10, limit_bytes: 20_971_520, limit_seconds: 600, limit_width: 4_096, limit_height: 4_096 };
const DETAIL = "The server's sentence.";

function refused(status: number, code: string | null, meta?: Readonly<Record<string, unknown>>): ApiError {
  const error = {
    status,
    detail: DETAIL,
    ...(code === null ? {} : { code }),
    ...(meta === undefined ? {} : { meta }),
  };
  return new ApiError(status, [error], null);
}

describe("a refusal", () => {
  test("has a text for each code of the service, without the English sentence", async () => {
    await chooseLanguage("de");
    const named = Object.values(REFUSALS).flatMap(({ status, code }) => (code === null ? [] : [{ status, code }]));
    const untold = named.filter(({ status, code }) => messageOf(refused(status, code, META)).includes(DETAIL));
    expect([...new Set(untold.map(({ code }) => code))]).toEqual(["bad_request", "unauthorized"]);
    const failures = Object.keys(SEARCH_FAILURES).map((code) => failureText({ code, detail: DETAIL }));
    expect(failures.filter((text) => text.includes(DETAIL))).toEqual([]);
  });

  test("names the limits of the answer", async () => {
    await chooseLanguage("fr");
    expect(messageOf(refused(422, "image_size_exceeded", META))).toBe("Les images peuvent avoir 20 Mo au plus.");
    await chooseLanguage("es");
    expect(messageOf(refused(422, "video_duration_exceeded", META))).toBe(
      "Las películas pueden durar 10 minutos como máximo.",
    );
  });

  test("is told by its status without a code, and by the server's sentence if the status says too little", async () => {
    await chooseLanguage("de");
    expect(messageOf(refused(429, null))).toBe("Zu viele Anfragen. Versuchen Sie es gleich noch einmal.");
    expect(messageOf(refused(409, null))).toBe(`Das ist gerade nicht möglich: ${DETAIL}`);
    expect(messageOf(refused(422, null))).toBe(`Der Server lehnt das ab: ${DETAIL}`);
    await chooseLanguage("en");
    expect(messageOf(refused(422, null))).toBe(DETAIL);
  });

  test("shows the server's sentence if the answer lacks the limit, or has an unknown code", async () => {
    await chooseLanguage("de");
    expect(messageOf(refused(422, "image_count_exceeded"))).toBe(`Der Server lehnt das ab: ${DETAIL}`);
    expect(messageOf(refused(422, "of_a_later_version"))).toBe(`Der Server lehnt das ab: ${DETAIL}`);
  });
});

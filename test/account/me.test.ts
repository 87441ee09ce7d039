import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { AccountDocument } from "../../schema/wire/account.ts";
import { uploads } from "../../schema/tables/service/assets.ts";
import { updateKey } from "../../src/keys/manage-keys.ts";
import { rotateKey } from "../../src/keys/rotate-key.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../src/lib/clock.ts";
import { documentOf } from "../http/checked.ts";
import { errorsOf, expectRefusals } from "../http/error-document.ts";
import { BASE_URL, HttpApp } from "../support/http-app.ts";
import { writeNow } from "../support/write-now.ts";

let app: HttpApp;
beforeAll(async () => {
  app = await HttpApp.create();
});
afterAll(() => app.close());

async function me(token: string) {
  const { data } = await documentOf(AccountDocument, await app.ask("/v1/me", { token }));
  return data;
}

function uploadAt(keyId: string, mediaKind: "image" | "video", acceptedAt: number): void {
  writeNow(app.core.db, (tx) => tx.orm.insert(uploads).values({ keyId, mediaKind, acceptedAt }).run());
}

describe("GET /v1/me", () => {
  test("tells the key, its access, rate and quotas, and no secret", async () => {
    const { key, token, webhookSecret } = app.key({ mode: "trial", hasImages: true, playlistIds: [31, 12], rate: 3 });
    const data = await me(token);
    expect(data).toEqual({
      type: "api_keys",
      id: key.id,
      attributes: {
        name: "a studio",
        mode: "trial",
        created_at: new Date(key.createdAt).toISOString(),
        expires_at: null,
        token_valid_until: null,
        access: { supervisor: true, images: true, video: false },
        playlist_ids: [12, 31],
        rate: { limit: 3, window_seconds: 1, remaining: 3 },
        quotas: {
          images: { limit: 17_000, used: 0, remaining: 17_000, free_at: null },
          video: { limit: 200, used: 0, remaining: 200, free_at: null },
        },
      },
      links: { self: `${BASE_URL}/v1/me` },
    });
    const text = JSON.stringify(data);
    expect(text.includes(token.slice(-43)) || text.includes(webhookSecret)).toBe(false);
  });

  test("tells a replaced token when it stops working, and the new one nothing", async () => {
    const { key, token } = app.key();
    const rotated = await rotateKey(app.core, key.id, { token: true, secret: false, overlapMs: HOUR_MS });
    const newToken = rotated.outcome === "rotated" ? (rotated.token ?? "") : "";
    const until = new Date(app.time.now() + HOUR_MS).toISOString();
    expect((await me(token)).attributes.token_valid_until).toBe(until);
    expect((await me(newToken)).attributes.token_valid_until).toBeNull();
    await app.time.pass(HOUR_MS);
    const [error] = await errorsOf(await app.ask("/v1/me", { token }));
    expect([error?.status, error?.detail]).toEqual([
      401,
      `The operator replaced this token; it worked until ${until}. Use the new token.`,
    ]);
    expect((await me(newToken)).attributes.token_valid_until).toBeNull();
  });

  test("counts searches of the last second, and itself not", async () => {
    const { token } = app.key({ rate: 3 });
    await app.submit(token, {});
    await app.submit(token, {});
    expect((await me(token)).attributes.rate.remaining).toBe(1);
    expect((await me(token)).attributes.rate.remaining).toBe(1);
    await app.submit(token, {});
    await app.submit(token, {});
    expect((await me(token)).attributes.rate.remaining).toBe(0);
    await app.time.pass(SECOND_MS);
    expect((await me(token)).attributes.rate.remaining).toBe(3);
  });

  test("follows a changed rate at once, and keeps what was counted", async () => {
    const { key, token } = app.key({ rate: 3 });
    await app.submit(token, {});
    await updateKey(app.core, key.id, { rate: 5 });
    expect((await me(token)).attributes.rate).toEqual({ limit: 5, window_seconds: 1, remaining: 4 });
  });

  test("counts uploads of the last 24 hours by kind, of this key only", async () => {
    const { key, token } = app.key({ imageQuota: 2, videoQuota: 0 });
    const now = app.time.now();
    uploadAt(key.id, "image", now - DAY_MS);
    uploadAt(key.id, "image", now - HOUR_MS);
    uploadAt(key.id, "image", now - 2 * HOUR_MS);
    uploadAt(app.key().key.id, "image", now);
    const { images, video } = (await me(token)).attributes.quotas;
    const freeAt = new Date(now - 2 * HOUR_MS + DAY_MS).toISOString();
    expect(images).toEqual({ limit: 2, used: 2, remaining: 0, free_at: freeAt });
    expect(video).toMatchObject({ limit: 0, used: 0, remaining: 0 });
  });

  test("never shows a negative rest after the quota was lowered", async () => {
    const { key, token } = app.key({ imageQuota: 5 });
    for (let index = 0; index < 3; index++) uploadAt(key.id, "image", app.time.now());
    await updateKey(app.core, key.id, { imageQuota: 1 });
    expect((await me(token)).attributes.quotas.images).toMatchObject({ limit: 1, used: 3, remaining: 0 });
  });

  test("needs a key, but no right", async () => {
    await expectRefusals(await app.ask("/v1/me"), "unauthenticated");
    const data = await me(app.key({ hasSupervisor: false }).token);
    expect(data.attributes.access.supervisor).toBe(false);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { getPriority } from "node:os";
import { join } from "node:path";
import { Value } from "@sinclair/typebox/value";
import { AssetDocument } from "../../schema/wire/asset.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../src/lib/clock.ts";
import { ADMIN_TOKEN, BASE_URL, HttpApp } from "../support/http-app.ts";
import { filmBytes, flatPicture, pictureBytes } from "../support/pictures-and-films.ts";
import { sightChildren } from "../support/processes.ts";
import { errorsOf } from "./error-document.ts";

const MEBIBYTE = 1024 ** 2;
const UNKNOWN = "application/octet-stream";
const JPEG = { type: "image/jpeg" };
const MP4 = { type: "video/mp4" };

let app: HttpApp;
let picture: Uint8Array<ArrayBuffer>;
let film: Uint8Array<ArrayBuffer>;
let token: string;

beforeAll(async () => {
  app = await HttpApp.create();
  token = app.key({ hasImages: true, hasVideo: true }).token;
  picture = await pictureBytes();
  film = await filmBytes();
});
afterAll(() => app.close());
afterEach(async () => {
  expect(await filesIn("incoming")).toEqual([]);
});

async function filesIn(name: string): Promise<readonly string[]> {
  return await readdir(join(app.core.config.dataDir, "uploads", name)).catch(() => []);
}

/** A file of the given size that begins with `head`. */
function padded(head: Uint8Array, bytes: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(bytes);
  whole.set(head);
  return whole;
}

interface AssetBody {
  readonly data: {
    readonly id: string;
    readonly type: string;
    readonly attributes: Readonly<Record<string, unknown>>;
    readonly links: { readonly self: string };
  };
  readonly links: { readonly self: string };
}

async function assetOf(response: Response): Promise<AssetBody> {
  const document: AssetBody = JSON.parse(await response.text());
  expect(Value.Errors(AssetDocument, document).First()).toBeUndefined();
  return document;
}

async function expectOne(response: Response, status: number, code: string | undefined, meta?: object): Promise<void> {
  const [error, ...more] = await errorsOf(response);
  expect([response.status, error?.code, more.length]).toEqual([status, code, 0]);
  if (meta !== undefined) expect(error?.meta).toMatchObject(meta);
}

describe("202", () => {
  test("a picture is an asset, pending, with the links of the interface", async () => {
    const response = await app.upload(token, { bytes: picture, ...JPEG });
    expect(response.status).toBe(202);
    expect(response.headers.get("connection")).toBeNull();
    const { data, links } = await assetOf(response);
    expect(data.type).toBe("supervisor_assets");
    expect(data.links.self).toBe(`${BASE_URL}/v1/supervisor/assets/${data.id}`);
    expect(links.self).toBe(`${BASE_URL}/v1/supervisor/assets`);
    expect(data.attributes).toEqual({
      status: "pending",
      media_kind: "image",
      submitted_at: new Date(app.time.now()).toISOString(),
      position: 1,
      original_retained: false,
      content_type: "image/jpeg",
      byte_size: picture.length,
      width: 320,
      height: 200,
      duration: null,
      processed_at: null,
      error: null,
    });
  });

  test("a picture's size is measured after its orientation is applied", async () => {
    const { data } = await assetOf(await app.upload(token, { bytes: await pictureBytes({ orientation: 6 }), ...JPEG }));
    expect(data.attributes).toMatchObject({ width: 200, height: 320 });
  });

  test.each(["png", "webp"] as const)("a %s is accepted", async (format) => {
    const response = await app.upload(token, { bytes: await pictureBytes({ format }), type: `image/${format}` });
    expect(response.status).toBe(202);
  });

  test("a film is an asset with its duration", async () => {
    const { data } = await assetOf(await app.upload(token, { bytes: film, ...MP4 }));
    expect(data.attributes).toMatchObject({ media_kind: "video", width: 160, height: 96, duration: 1 });
  });

  test.each([
    ["mov", "video/quicktime"],
    ["mov", "video/mp4"],
    ["mp4", "video/quicktime"],
    ["webm", "video/webm"],
  ] as const)("a film in %s is taken as %s", async (container, type) => {
    const response = await app.upload(token, { bytes: await filmBytes({ container }), type });
    expect([response.status, (await assetOf(response)).data.attributes["content_type"]]).toEqual([202, type]);
  });

  test.each([
    ["mov", "video/quicktime"],
    ["mp4", "video/mp4"],
    ["webm", "video/webm"],
  ] as const)("a film in %s that is declared as unknown is taken as %s", async (container, expected) => {
    const response = await app.upload(token, { bytes: await filmBytes({ container }), type: UNKNOWN });
    expect([response.status, (await assetOf(response)).data.attributes["content_type"]]).toEqual([202, expected]);
  });

  test("a picture without a declared type has the type of its bytes", async () => {
    const jpeg = Buffer.from(picture);
    const form = [
      Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\n'),
      jpeg,
      Buffer.from("\r\n--b--\r\n"),
    ];
    const undeclared = await post(Buffer.concat(form), { "content-type": "multipart/form-data; boundary=b" });
    const unknown = await app.upload(token, { bytes: picture, type: UNKNOWN });
    const overridden = await app.upload(token, { bytes: picture, type: "video/mp4", contentType: UNKNOWN });
    for (const response of [undeclared, unknown, overridden]) {
      expect(response.status).toBe(202);
      expect((await assetOf(response)).data.attributes["content_type"]).toBe("image/jpeg");
    }
  });

  test.each([true, undefined] as const)(
    "content_type overrides what the part declares (first: %p)",
    async (isFirst) => {
      const more = isFirst === undefined ? {} : { isTypeFirst: isFirst };
      const contentType = "Image/JPEG; charset=binary";
      const response = await app.upload(token, {
        bytes: picture,
        type: UNKNOWN,
        contentType,
        ...more,
      });
      expect((await assetOf(response)).data.attributes["content_type"]).toBe("image/jpeg");
    },
  );

  test("ORIGINALS=keep is visible in the response", async () => {
    const keeping = await HttpApp.create({ settings: { originals: "keep" } });
    const key = keeping.key({ hasImages: true });
    const { data } = await assetOf(await keeping.upload(key.token, { bytes: picture, ...JPEG }));
    expect(data.attributes["original_retained"]).toBe(true);
    await keeping.close();
  });
});

describe("400, 401, 403, 415", () => {
  test.each<[string, () => readonly (readonly [string, string | Blob])[]]>([
    ["no part file", () => [["content_type", "image/jpeg"]]],
    ["file is a text field", () => [["file", "text"]]],
    [
      "file twice",
      () => [
        ["file", new Blob([picture], JPEG)],
        ["file", new Blob([picture], JPEG)],
      ],
    ],
  ])("bad_request: %s", async (_, fields) => {
    const form = new FormData();
    for (const [name, value] of fields()) form.append(name, value);
    await expectOne(await send(form), 400, "bad_request");
  });

  test("bad_request: file twice in one chunk that exceeds the parser's buffer", async () => {
    const part = [...Buffer.from(partHead("x")), ...picture];
    const rest = Buffer.alloc(300_000);
    const body = Buffer.concat([Buffer.from([...part, ...Buffer.from("\r\n"), ...part]), rest]);
    const inOneChunk = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        controller.enqueue(new Uint8Array(body));
        controller.close();
      },
    });
    await expectOne(await post(inOneChunk, { "content-type": "multipart/form-data; boundary=x" }), 400, "bad_request");
  });

  test("bad_request: the form is incomplete", async () => {
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const body = new Uint8Array([...Buffer.from(partHead("x")), ...picture]);
    await expectOne(await post(body, headers), 400, "bad_request");
  });

  test("bad_request: no boundary", async () => {
    await expectOne(await post(new Uint8Array(3), { "content-type": "multipart/form-data" }), 400, "bad_request");
  });

  test("401 is checked before the body", async () => {
    const response = await app.ask("/v1/supervisor/assets", { method: "POST", body: "x", token: "nonsense" });
    await expectOne(response, 401, undefined);
  });

  test("unauthorized: a key without the service", async () => {
    const key = app.key({ hasSupervisor: false, hasImages: true });
    await expectOne(await app.upload(key.token, { bytes: picture, ...JPEG }), 403, "unauthorized");
  });

  test("unauthorized: a kind of file that the key cannot upload, detected from its bytes", async () => {
    const images = app.key({ hasImages: true }).token;
    const video = app.key({ hasVideo: true }).token;
    await expectOne(await app.upload(images, { bytes: film, ...JPEG }), 403, "unauthorized");
    await expectOne(await app.upload(video, { bytes: picture, ...MP4 }), 403, "unauthorized");
  });

  test("415: an upload that is not a form, or is compressed", async () => {
    await expectOne(await post(picture, { "content-type": "image/jpeg" }), 415, undefined);
    const headers = { "content-type": "multipart/form-data; boundary=x", "content-encoding": "gzip" };
    await expectOne(await post(picture, headers), 415, undefined);
  });
});

describe("422", () => {
  test("empty_file", async () => {
    await expectOne(await app.upload(token, { bytes: new Uint8Array(), ...JPEG }), 422, "empty_file");
  });

  test.each([
    ["a type that is not in the list", "image/gif"],
    ["a type of another kind", "audio/mpeg"],
    ["another picture format", "image/png"],
    ["a film", "video/mp4"],
  ])("unsupported_format: a JPEG declared as %s", async (_title, type) => {
    await expectOne(await app.upload(token, { bytes: picture, type }), 422, "unsupported_format");
  });

  test("unsupported_format: a film declared as a picture, or as another family", async () => {
    await expectOne(await app.upload(token, { bytes: film, ...JPEG }), 422, "unsupported_format");
    await expectOne(await app.upload(token, { bytes: film, type: "video/webm" }), 422, "unsupported_format");
  });

  test.each([
    ["text", Buffer.from("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n".repeat(4))],
    ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>')],
    ["GIF", Buffer.from(`GIF89a${"x".repeat(60)}`)],
    ["a HEIF picture", Buffer.from(`\0\0\0\x18ftypheic${"\0".repeat(60)}`)],
    ["one byte", Buffer.from("x")],
  ])("unsupported_format: %s, whatever it is declared as", async (_title, bytes) => {
    for (const declared of [JPEG, MP4]) {
      await expectOne(
        await app.upload(token, { bytes: Uint8Array.from(bytes), ...declared }),
        422,
        "unsupported_format",
      );
    }
  });

  test("unsupported_format: Matroska that is not WebM", async () => {
    const bytes = await filmBytes({ container: "matroska" });
    await expectOne(await app.upload(token, { bytes, type: "video/webm" }), 422, "unsupported_format");
  });

  test("unsupported_format: dimensions or duration that cannot be probed", async () => {
    await expectOne(
      await app.upload(token, { bytes: padded(picture.subarray(0, 20), 600), ...JPEG }),
      422,
      "unsupported_format",
    );
    await expectOne(await app.upload(token, { bytes: film.slice(0, 200), ...MP4 }), 422, "unsupported_format");
    const sound = await filmBytes({ hasPicture: false });
    await expectOne(await app.upload(token, { bytes: sound, ...MP4 }), 422, "unsupported_format");
  });

  test("image_size_exceeded: over 20 MB, but not at exactly 20 MB", async () => {
    const meta = { limit_bytes: 20 * MEBIBYTE };
    const over = await app.upload(token, { bytes: padded(picture, 20 * MEBIBYTE + 1), ...JPEG });
    expect(over.headers.get("connection")).toBe("close");
    await expectOne(over, 422, "image_size_exceeded", meta);
    expect((await app.upload(token, { bytes: padded(picture, 20 * MEBIBYTE), ...JPEG })).status).toBe(202);
  });

  test("image_dimensions_exceeded: wider or taller than 4,096 pixels, but not at exactly 4,096", async () => {
    const meta = { limit_width: 4096, limit_height: 4096, actual_width: 4097, actual_height: 2 };
    const wide = await app.upload(token, { bytes: await flatPicture(4097, 2), type: "image/png" });
    await expectOne(wide, 422, "image_dimensions_exceeded", meta);
    const high = await app.upload(token, { bytes: await flatPicture(2, 4097), type: "image/png" });
    await expectOne(high, 422, "image_dimensions_exceeded", { actual_height: 4097 });
    expect((await app.upload(token, { bytes: await flatPicture(4096, 2), type: "image/png" })).status).toBe(202);
  });

  test.each([100_000, 2 ** 31 - 1])(
    "image_dimensions_exceeded: a PNG that claims %d pixels a side is not decoded",
    async (side) => {
      const lie = Buffer.from(await flatPicture(8, 8));
      lie.writeUInt32BE(side, 16);
      lie.writeUInt32BE(side, 20);
      lie.writeUInt32BE(Bun.hash.crc32(lie.subarray(12, 29)), 29);
      const meta = { actual_width: side, actual_height: side };
      const refused = await app.upload(token, { bytes: Uint8Array.from(lie), type: "image/png" });
      await expectOne(refused, 422, "image_dimensions_exceeded", meta);
    },
  );

  test("image_dimensions_exceeded: a JPEG that claims the largest dimensions is not decoded", async () => {
    const lie = Buffer.from(picture);
    const frame = lie.indexOf(Buffer.from([0xff, 0xc0]));
    lie.writeUInt16BE(65_535, frame + 5);
    lie.writeUInt16BE(65_534, frame + 7);
    const meta = { actual_width: 65_534, actual_height: 65_535 };
    const refused = await app.upload(token, { bytes: Uint8Array.from(lie), ...JPEG });
    await expectOne(refused, 422, "image_dimensions_exceeded", meta);
  });

  test("video_size_exceeded: over 500 MB, while the bytes arrive", async () => {
    const chunk = new Uint8Array(4 * MEBIBYTE);
    let sent = 0;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => controller.enqueue(new Uint8Array([...Buffer.from(partHead("x", "video/mp4")), ...film])),
      pull(controller) {
        sent += chunk.length;
        controller.enqueue(chunk);
      },
    });
    const response = await post(body, { "content-type": "multipart/form-data; boundary=x" });
    expect(response.headers.get("connection")).toBe("close");
    await expectOne(response, 422, "video_size_exceeded", { limit_bytes: 500 * MEBIBYTE });
    expect(sent).toBeGreaterThanOrEqual(500 * MEBIBYTE - film.length);
    expect(sent).toBeLessThan(540 * MEBIBYTE);
  }, 30_000);

  test("video_duration_exceeded: over 10 minutes, but not at exactly 10 minutes", async () => {
    const source = "color=s=16x16:r=1";
    const long = await app.upload(token, { bytes: await filmBytes({ seconds: 602, source }), ...MP4 });
    await expectOne(long, 422, "video_duration_exceeded", { limit_seconds: 600 });
    expect((await app.upload(token, { bytes: await filmBytes({ seconds: 600, source }), ...MP4 })).status).toBe(202);
  });
});

describe("429", () => {
  test("daily_image_quota_exceeded: counted at acceptance over a rolling day, and not refunded", async () => {
    const key = app.key({ hasImages: true, hasVideo: true, imageQuota: 2 });
    const upload = () => app.upload(key.token, { bytes: picture, ...JPEG });
    await expectOne(await app.upload(key.token, { bytes: new Uint8Array(), ...JPEG }), 422, "empty_file");
    const { data } = await assetOf(await upload());
    app.time.jump(HOUR_MS);
    expect((await upload()).status).toBe(202);
    await app.ask(`/v1/supervisor/assets/${data.id}`, { method: "DELETE", token: key.token });
    const refused = await upload();
    const waitSeconds = (DAY_MS - HOUR_MS) / 1_000;
    expect(refused.headers.get("retry-after")).toBe(String(waitSeconds));
    expect(refused.headers.get("ratelimit-policy")).toBe('"daily_image_quota_exceeded";q=2;w=86400');
    expect(refused.headers.get("ratelimit")).toBe(`"daily_image_quota_exceeded";r=0;t=${waitSeconds}`);
    await expectOne(refused, 429, "daily_image_quota_exceeded", { limit: 2 });
    expect((await app.upload(key.token, { bytes: film, ...MP4 })).status).toBe(202);
    app.time.jump(waitSeconds * 1_000 - 1);
    const early = await upload();
    expect(early.headers.get("retry-after")).toBe("1");
    await expectOne(early, 429, "daily_image_quota_exceeded");
    app.time.jump(1);
    expect((await upload()).status).toBe(202);
    await expectOne(await upload(), 429, "daily_image_quota_exceeded");
  });

  test("does not count an upload that was accepted before the clock was set back", async () => {
    const key = app.key({ hasImages: true, imageQuota: 1 });
    const upload = () => app.upload(key.token, { bytes: picture, ...JPEG });
    app.time.setClockBy(365 * DAY_MS);
    expect((await upload()).status).toBe(202);
    app.time.setClockBy(-365 * DAY_MS);
    expect((await upload()).status).toBe(202);
    await expectOne(await upload(), 429, "daily_image_quota_exceeded");
  });

  test("daily_video_quota_exceeded", async () => {
    const key = app.key({ hasVideo: true, videoQuota: 0 });
    await expectOne(await app.upload(key.token, { bytes: film, ...MP4 }), 429, "daily_video_quota_exceeded", {
      limit: 0,
    });
  });

  test("too many running uploads of a key, until they have ended", async () => {
    const key = app.key({ hasImages: true });
    const waiting = Array.from({ length: 16 }, () => Promise.withResolvers<void>());
    const running = waiting.map(({ promise }) => {
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
        async start(controller) {
          await promise;
          controller.close();
        },
      });
      return post(body, { "content-type": "multipart/form-data; boundary=x" }, key.token);
    });
    const refused = await app.upload(key.token, { bytes: picture, ...JPEG });
    expect(refused.headers.get("retry-after")).toBe("2");
    await expectOne(refused, 429, undefined);
    for (const { resolve } of waiting) resolve();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual(waiting.map(() => 400));
    expect((await app.upload(key.token, { bytes: picture, ...JPEG })).status).toBe(202);
  });
});

describe("the probe of a picture", () => {
  test("has the server's priority, and never waits for analyses of pictures", async () => {
    const busy = await HttpApp.create();
    const isBackground = (pid: number): boolean => (priorityOf(pid) ?? 0) > getPriority();
    const stopped = new Set<number>();
    try {
      const { token: keyToken } = busy.key({ hasImages: true });
      const upload = () => busy.upload(keyToken, { bytes: picture, ...JPEG });
      for (let count = 0; count < 2; count++) expect((await upload()).status).toBe(202);
      expect((await sightChildren(busy.folder)).map(priorityOf)).toContain(getPriority());
      await busy.startJobs();
      // Both worker slots for analyses are taken by stopped processes.
      await busy.until(async () => {
        for (const pid of (await sightChildren(busy.folder)).filter(isBackground)) {
          process.kill(pid, "SIGSTOP");
          stopped.add(pid);
        }
        return stopped.size === 2;
      });
      expect((await upload()).status).toBe(202);
    } finally {
      for (const pid of stopped) process.kill(pid, "SIGKILL");
      await busy.close();
    }
  });
});

describe("a client", () => {
  test("that stalls is refused, and leaves nothing behind", async () => {
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => controller.enqueue(Uint8Array.from(Buffer.from(partHead("x")))),
    });
    const answer = post(body, { "content-type": "multipart/form-data; boundary=x" });
    while ((await filesIn("incoming")).length === 0) await app.time.runDue();
    await app.time.pass(30 * SECOND_MS);
    await expectOne(await answer, 408, undefined);
  });

  test("that disconnects leaves nothing behind", async () => {
    let fail = (): void => undefined;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        controller.enqueue(new Uint8Array([...Buffer.from(partHead("x")), ...picture]));
        fail = () => controller.error(new Error("The connection was closed."));
      },
    });
    const before = (await filesIn("originals")).length;
    const answer = post(body, { "content-type": "multipart/form-data; boundary=x" });
    while ((await filesIn("incoming")).length === 0) await app.time.runDue();
    fail();
    await expectOne(await answer, 400, "bad_request");
    expect(await filesIn("originals")).toHaveLength(before);
  });
});

test("uploads are counted by outcome", async () => {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const text = await (await app.ask("/metrics", { headers })).text();
  expect(text).toMatch(/needledrop_uploads_total\{outcome="accepted"\} \d+/);
  expect(text).toMatch(/needledrop_uploads_total\{outcome="empty_file"\} \d+/);
  expect(text).toMatch(/needledrop_upload_bytes_total \d{4,}/);
});

/** Returns null for a process that has ended. */
function priorityOf(pid: number): number | null {
  try {
    return getPriority(pid);
  } catch {
    return null;
  }
}

function partHead(boundary: string, type = "image/jpeg"): string {
  return `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="f"\r\nContent-Type: ${type}\r\n\r\n`;
}

function send(form: FormData): Promise<Response> {
  const headers = { authorization: `Token ${token}` };
  const request = new Request(`${BASE_URL}/v1/supervisor/assets`, { method: "POST", headers, body: form });
  return Promise.resolve(app.services.app.handle(request));
}

function post(
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>,
  headers: Readonly<Record<string, string>>,
  as = token,
): Promise<Response> {
  return app.ask("/v1/supervisor/assets", { method: "POST", token: as, headers, body });
}

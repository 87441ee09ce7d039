import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { jobs } from "../../schema/tables/service/jobs.ts";
import { ADMIN_TOKEN, HttpApp } from "../support/http-app.ts";
import { filmBytes, pictureBytes } from "../support/pictures-and-films.ts";
import { sightChildren } from "../support/processes.ts";
import { errorsOf } from "./error-document.ts";

/** Long, because the tests start processes on a machine that can be busy. */
setDefaultTimeout(60_000);

const FILM_SECONDS = 60;

let app: HttpApp;
let stopped: Set<number>;
beforeEach(async () => {
  app = await HttpApp.create();
  stopped = new Set();
});
afterEach(async () => {
  for (const pid of stopped) process.kill(pid, "SIGKILL");
  await app.close();
});

const newToken = (): string => app.key({ hasImages: true, hasVideo: true }).token;

async function upload(token: string, bytes: Uint8Array<ArrayBuffer>, type: string): Promise<string> {
  const response = await app.upload(token, { bytes, type });
  expect(response.status).toBe(202);
  const { data }: { readonly data: { readonly id: string } } = JSON.parse(await response.text());
  return data.id;
}

interface Attributes {
  readonly status: string;
  readonly position?: number;
}

async function attributesOf(token: string, id: string): Promise<Attributes> {
  const text = await (await app.ask(`/v1/supervisor/assets/${id}`, { token })).text();
  const { data }: { readonly data: { readonly attributes: Attributes } } = JSON.parse(text);
  return data.attributes;
}

async function statusOf(token: string, id: string): Promise<string> {
  return (await attributesOf(token, id)).status;
}

const positionOf = async (token: string, id: string) => (await attributesOf(token, id)).position;

test("pictures and clips of other keys are analysed while a film of a key runs, and others of it wait", async () => {
  const film = await filmBytes({ seconds: FILM_SECONDS });
  const [owner, other] = [newToken(), newToken()];
  const films: string[] = [];
  for (let count = 0; count < 4; count++) films.push(await upload(owner, film, "video/mp4"));
  await app.startJobs();
  // The first film never ends: its process is stopped.
  await app.until(async () => {
    for (const pid of await sightChildren(app.folder)) {
      process.kill(pid, "SIGSTOP");
      stopped.add(pid);
    }
    return stopped.size > 0;
  });
  const clip = await upload(other, await filmBytes({ seconds: 2 }), "video/mp4");
  const picture = await upload(other, await pictureBytes(), "image/jpeg");
  const isProcessed = async (id: string): Promise<boolean> => (await statusOf(other, id)) === "processed";
  await app.until(async () => (await isProcessed(clip)) && (await isProcessed(picture)));
  const statuses = await Promise.all(films.map((id) => statusOf(owner, id)));
  expect(await positionOf(other, clip)).toBeUndefined();
  expect(statuses).toContain("processing");
  expect(statuses).toContain("pending");
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const metrics = await (await app.ask("/metrics", { headers })).text();
  for (const lane of ["picture", "clip", "film"])
    expect(metrics).toContain(`needledrop_analysis_wait_seconds_count{lane="${lane}"}`);
  expect(metrics).toMatch(/needledrop_jobs_expected_seconds\{lane="film"\} [1-9]/);
});

test("the expected work and the lane of an upload are stored with its job", async () => {
  const token = newToken();
  await upload(token, await filmBytes({ seconds: FILM_SECONDS }), "video/mp4");
  await upload(token, await filmBytes({ seconds: 1 }), "video/mp4");
  await upload(token, await pictureBytes(), "image/jpeg");
  const rows = app.core.db.orm.select().from(jobs).all();
  expect(rows.map(({ kind, lane }) => `${kind} in ${lane}`)).toEqual([
    "analyse film in film",
    "analyse clip in clip",
    "analyse picture in picture",
  ]);
  const [film = 0, clip = 0, picture = 0] = rows.map(({ workMs }) => workMs);
  expect(film).toBeGreaterThan(10 * clip);
  expect(clip).toBeGreaterThan(picture);
  expect(picture).toBeGreaterThan(0);
});

test("a key at its limit of waiting films can upload a clip, and at both limits no film", async () => {
  await app.close();
  const one = { perClient: 1, inAll: 9, retryAfterSeconds: 2 };
  app = await HttpApp.create({ waitingMax: { film: one, clip: one } });
  const token = newToken();
  const film = await filmBytes({ seconds: FILM_SECONDS });
  const clip = await filmBytes({ seconds: 1 });
  const send = (bytes: Uint8Array<ArrayBuffer>) => app.upload(token, { bytes, type: "video/mp4" });
  expect((await send(film)).status).toBe(202);
  const refused = await send(film);
  expect([refused.status, (await errorsOf(refused))[0]?.code]).toEqual([429, undefined]);
  expect((await send(clip)).status).toBe(202);
  expect((await send(clip)).status).toBe(429);
  expect(app.core.db.orm.select().from(jobs).all()).toHaveLength(2);
});

test("a pending asset has its position among the waiting files of its lane, also in the list", async () => {
  const [first, second] = [newToken(), newToken()];
  const [short, long] = [await filmBytes({ seconds: FILM_SECONDS }), await filmBytes({ seconds: 2 * FILM_SECONDS })];
  const films = [await upload(first, long, "video/mp4"), await upload(first, short, "video/mp4")] as const;
  const other = await upload(second, long, "video/mp4");
  expect(await positionOf(first, films[1])).toBe(1);
  expect(await positionOf(second, other)).toBe(2);
  expect(await positionOf(first, films[0])).toBe(3);
  expect(await positionOf(first, await upload(first, await pictureBytes(), "image/jpeg"))).toBe(1);
  const list = await (await app.ask("/v1/supervisor/assets", { token: first })).text();
  const listed = [...list.matchAll(/"position":(\d)/g)].map((match) => Number(match[1]));
  expect(listed.toSorted((a, b) => a - b)).toEqual([1, 1, 3]);
});

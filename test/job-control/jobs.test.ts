import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { findDelivery } from "../../src/webhooks/store.ts";
import { readTrail } from "../audit/read-trail.ts";
import { expectRefusals } from "../http/error-document.ts";
import { admin, askAdmin } from "../support/admin-app.ts";
import { HttpApp } from "../support/http-app.ts";
import { runNow } from "../../src/db/work.ts";
import { writeNow } from "../support/write-now.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

const JOBS = "/v1/admin/jobs";
const CALLBACK = "https://93.184.216.34/hook";

let app: HttpApp;
beforeEach(async () => {
  app = await HttpApp.create({ dump: [{ id: "calm", title: "Low Tide" }] });
});
afterEach(() => app.close());

/** Adds a job that no runner takes, because jobs are not started. */
function add(lane: string, runAt = app.time.now(), kind = "nothing", client = ""): string {
  const type = { name: kind, lane, payload: Type.Object({}) };
  const { db } = app.core;
  return String(
    writeNow(db, (tx) => runNow(app.services.queue.enqueue(tx, { kind: type, payload: {}, runAt, client }))),
  );
}

/** Submits a search, which adds a job, and returns its id. */
async function search(): Promise<{ readonly job: string; readonly search: string; readonly token: string }> {
  const { token } = app.key({ mode: "live" });
  const response = await app.submit(token, { query: "calm piano", callback_url: CALLBACK });
  const { data } = (await response.json()) as { data: { id: string } };
  const { list } = await admin(app, "GET", `${JOBS}?filter%5Blane%5D=search`);
  return { job: list[0]?.id ?? "", search: data.id, token };
}

describe("GET /v1/admin/lanes", () => {
  test("is 200 with depth, age and running jobs", async () => {
    add("errands");
    add("errands", app.time.now() + 60_000);
    app.time.jump(5_000);
    const { list } = await admin(app, "GET", "/v1/admin/lanes");
    const lane = list.find(({ id }) => id === "errands");
    expect(lane?.attributes).toMatchObject({ waiting: 1, scheduled: 1, running: 0, oldest_wait_ms: 5_000 });
    await expectRefusals(await askAdmin(app, "GET", "/v1/admin/lanes?page%5Bsize%5D=1"), "bad_parameter");
  });
});

describe("GET /v1/admin/jobs", () => {
  test("is 200 with waiting jobs by lane and time, paged", async () => {
    const ids = [add("b-errands"), add("a-errands", app.time.now() + 2), add("a-errands", app.time.now() + 1)];
    const first = await admin(app, "GET", `${JOBS}?page%5Bsize%5D=2`);
    expect(first.list.map(({ id }) => id)).toEqual([ids[2] ?? "", ids[1] ?? ""]);
    const second = await admin(app, "GET", first.next ?? "");
    expect(second.list.map(({ id }) => id)).toEqual([ids[0] ?? ""]);
    const lane = await admin(app, "GET", `${JOBS}?filter%5Blane%5D=b-errands`);
    expect(lane.list.map(({ attributes }) => attributes["lane"])).toEqual(["b-errands"]);
  });

  test("is 200 with ended jobs, the latest first", async () => {
    const ids = [add("errands"), add("errands")];
    for (const id of ids) {
      app.time.jump(1);
      await admin(app, "POST", `${JOBS}/${id}/cancel`);
    }
    const first = await admin(app, "GET", `${JOBS}?filter%5Bstate%5D=cancelled&page%5Bsize%5D=1`);
    expect(first.list).toMatchObject([{ id: ids[1], attributes: { error: "An administrator cancelled it." } }]);
    expect((await admin(app, "GET", first.next ?? "")).list.map(({ id }) => id)).toEqual([ids[0] ?? ""]);
  });

  test("is filtered by key, and by when jobs are due or ended", async () => {
    const now = app.time.now();
    const at = (ms: number): string => new Date(ms).toISOString();
    const [soon, later] = [
      add("errands", now + 1_000, "nothing", "key-1"),
      add("errands", now + 9_000, "nothing", "key-2"),
    ];
    const idsOf = async (query: string): Promise<readonly string[]> =>
      (await admin(app, "GET", `${JOBS}?${query}&filter%5Blane%5D=errands`)).list.map(({ id }) => id);
    expect(await idsOf("filter%5Bkey%5D=key-1")).toEqual([soon]);
    expect(await idsOf(`filter%5Bfrom%5D=${at(now + 9_000)}`)).toEqual([later]);
    expect(await idsOf(`filter%5Bto%5D=${at(now + 9_000)}`)).toEqual([soon]);
    for (const id of [later, soon]) {
      app.time.jump(20_000);
      await admin(app, "POST", `${JOBS}/${id}/cancel`);
    }
    const ended = "filter%5Bstate%5D=cancelled";
    expect(await idsOf(`${ended}&filter%5Bfrom%5D=${at(now + 40_000)}`)).toEqual([soon]);
    expect(await idsOf(`${ended}&filter%5Bto%5D=${at(now + 40_000)}`)).toEqual([later]);
    expect(await idsOf(`${ended}&filter%5Bkey%5D=key-2`)).toEqual([later]);
    const { next } = await admin(app, "GET", `${JOBS}?${ended}&page%5Bsize%5D=1`);
    const earlier = await admin(app, "GET", `${next}&filter%5Bto%5D=${at(now + 20_000)}`);
    expect(earlier.list).toEqual([]);
  });

  test("is 200 with done jobs, which are kept for a day", async () => {
    const id = add("errands");
    sqliteOf(app.core).sqlite.run(`update jobs set state = 'done', finished_at = ${app.time.now()} where id = ${id}`);
    const { list } = await admin(app, "GET", `${JOBS}?filter%5Bstate%5D=done`);
    expect(list).toMatchObject([{ id, attributes: { state: "done", error: null } }]);
  });

  test("is 400 for an unknown state, filter or cursor, and for an empty range", async () => {
    for (const query of [
      "filter%5Bfrom%5D=2026-02-02&filter%5Bto%5D=2026-02-01",
      "filter%5Bto%5D=never",
      "filter%5Bstate%5D=lost",
      "filter%5Bkind%5D=x",
      "page%5Bcursor%5D=x",
    ]) {
      await expectRefusals(await askAdmin(app, "GET", `${JOBS}?${query}`), "bad_parameter");
    }
  });
});

describe("POST /v1/admin/jobs/:id/cancel", () => {
  test("is 200, and the search of the job fails", async () => {
    const { job, search: id, token } = await search();
    const cancelled = await admin(app, "POST", `${JOBS}/${job}/cancel`);
    expect(cancelled.data.attributes["state"]).toBe("cancelled");
    const result = await app.ask(`/v1/supervisor/search/${id}`, { token });
    expect(await result.json()).toMatchObject({ data: { attributes: { status: "failed" } } });
    expect(readTrail(app.core.db).at(-1)).toMatchObject({ action: "job.cancelled", objects: { job: Number(job) } });
  });

  test("is 409 for a job that has ended, and 404 for an unknown one", async () => {
    const id = add("errands");
    await admin(app, "POST", `${JOBS}/${id}/cancel`);
    await expectRefusals(await askAdmin(app, "POST", `${JOBS}/${id}/cancel`), "conflict");
    for (const unknown of ["4711", "abc"]) {
      await expectRefusals(await askAdmin(app, "POST", `${JOBS}/${unknown}/cancel`), "not_found");
    }
  });
});

describe("POST /v1/admin/jobs/:id/retry", () => {
  test("is 202 for a waiting job, which becomes due", async () => {
    const id = add("errands", app.time.now() + 60_000);
    const { status, data } = await admin(app, "POST", `${JOBS}/${id}/retry`);
    expect([status, data.attributes["run_at"]]).toEqual([202, new Date(app.time.now()).toISOString()]);
    expect(readTrail(app.core.db).at(-1)?.action).toBe("job.retried");
  });

  test("is 202 for a cancelled webhook, which is pending again, and 409 while it waits", async () => {
    const { job } = await search();
    await admin(app, "POST", `${JOBS}/${job}/cancel`);
    const { list } = await admin(app, "GET", `${JOBS}?filter%5Blane%5D=webhook`);
    const [webhook] = list;
    const [delivery] = (await admin(app, "GET", "/v1/admin/deliveries")).list;
    const statusNow = () => runNow(findDelivery(app.core.db, delivery?.id ?? ""))?.status;
    await admin(app, "POST", `${JOBS}/${webhook?.id}/cancel`);
    expect(statusNow()).toBe("failed");
    const again = await admin(app, "POST", `${JOBS}/${webhook?.id}/retry`);
    expect(again.data.id).not.toBe(webhook?.id ?? "");
    expect(statusNow()).toBe("pending");
    await expectRefusals(await askAdmin(app, "POST", `${JOBS}/${webhook?.id}/retry`), "conflict");
  });

  test("is 409 for a search that has ended, and for jobs of an unknown kind", async () => {
    const { job } = await search();
    await admin(app, "POST", `${JOBS}/${job}/cancel`);
    await expectRefusals(await askAdmin(app, "POST", `${JOBS}/${job}/retry`), "conflict");
    const id = add("errands");
    await admin(app, "POST", `${JOBS}/${id}/cancel`);
    await expectRefusals(await askAdmin(app, "POST", `${JOBS}/${id}/retry`), "conflict");
    await expectRefusals(await askAdmin(app, "POST", `${JOBS}/4711/retry`), "not_found");
  });
});

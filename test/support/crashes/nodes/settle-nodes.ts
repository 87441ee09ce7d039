import { setPriority } from "node:os";
import { processesWith } from "../../processes.ts";
import { rowViolations, sentencesOf } from "../row-violations.ts";
import { checkOverHttp } from "../settle.ts";
import { jobRunViolations } from "./job-runs.ts";
import type { CrashPostgres } from "./crash-postgres.ts";
import type { PreparedNodes } from "./prepared-nodes.ts";

/** A job must end within this time. There can be hundreds, and some wait for the end of a lease first. */
const PROGRESS_WITHIN_MS = 300_000;
const CATALOG_WITHIN_MS = 60_000;
const POLL_MS = 500;
/** Jobs that nothing that was acknowledged waits for are left out. */
const UNFINISHED = "SELECT count(*) FROM jobs WHERE state IN ('ready', 'running') AND lane NOT IN ('media', 'measure')";

/** Waits until all nodes have done what is left, checks each of them, stops them, and compares the rows with what was acknowledged. */
export async function settleNodes(prepared: PreparedNodes): Promise<void> {
  const { nodes, postgres, acknowledged, receiver } = prepared;
  await untilIdle(prepared);
  for (const { url } of nodes) {
    if (url === null) {
      acknowledged.faults.push("a node is not ready at the end");
      continue;
    }
    await untilCurrent(url, prepared);
    await checkOverHttp(prepared, { url });
  }
  await Promise.all(nodes.map(async (node) => await node.stop()));
  for (const { program } of nodes.slice(0, 1)) {
    const { status, stderr } = await program.run(["audit", "verify"]);
    if (status !== 0) acknowledged.faults.push(`audit verify ended with ${status}: ${stderr.trim()}`);
  }
  const query = (text: string): ReturnType<CrashPostgres["query"]> => postgres.query(text);
  const violated = [...rowViolations(query, acknowledged, receiver.received), ...jobRunViolations(query)];
  acknowledged.faults.push(...sentencesOf(violated), ...prepared.quotas.check(postgres));
}

/** Lets the jobs that wait after failed and interrupted attempts be due at once. */
async function untilIdle({ postgres, nodes }: PreparedNodes): Promise<void> {
  let fewest = Infinity;
  let deadline = Infinity;
  for (;;) {
    postgres.query("UPDATE jobs SET run_at = 0 WHERE state = 'ready' AND rescues > 0 AND run_at > 0");
    postgres.query("UPDATE jobs SET run_at = 0 WHERE state = 'ready' AND kind = 'deliver_webhook' AND run_at > 0");
    const left = Number(postgres.query(UNFINISHED)[0]?.[0]);
    if (left === 0) return;
    if (left < fewest) deadline = performance.now() + PROGRESS_WITHIN_MS;
    fewest = Math.min(fewest, left);
    if (performance.now() > deadline) throw new Error(`${left} jobs did not end.`);
    for (const { program } of nodes) await raisePriorities(program.data);
    await Bun.sleep(POLL_MS);
  }
}

/** Analyses of films have the lowest priority. Raising it needs root; for another user the run only takes longer. */
async function raisePriorities(data: string): Promise<void> {
  for (const pid of await processesWith(data)) {
    try {
      setPriority(pid, 0);
    } catch {
      // Not permitted, or the process has ended.
    }
  }
}

/** A node looks for the catalog of another one every second, and downloads it. */
export async function untilCurrent(
  url: string,
  { token, acknowledged }: Pick<PreparedNodes, "token" | "acknowledged">,
): Promise<void> {
  const deadline = performance.now() + CATALOG_WITHIN_MS;
  while (performance.now() < deadline) {
    const answer = await fetch(`${url}/v1/songs?page[size]=1`, { headers: { authorization: `Token ${token}` } });
    const version = Number(/of version (\d+)/.exec(await answer.text())?.[1]);
    if (acknowledged.mayBeLive(version)) return;
    await Bun.sleep(POLL_MS);
  }
}

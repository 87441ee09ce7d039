import type { RandomGenerator } from "../../../../src/sound/seeded.ts";
import { credentials, type RequestDeps, send } from "../client-requests.ts";
import type { Upload } from "../client-work.ts";
import type { CrashPostgres } from "./crash-postgres.ts";

/** Pictures that each of the keys may upload in a day. */
const QUOTA = 4;
/** Uploads that are sent at the same time, through all nodes. */
const AT_ONCE = 7;
const PAUSE_MAX_MS = 15_000;
const USED_UP = 429;

interface QuotaKey {
  readonly id: string;
  readonly token: string;
  accepted: number;
  refused: number;
}

/** A client whose keys have small quotas, and who sends more than they allow at the same time, through all nodes. */
export class QuotaWork {
  readonly #keys: QuotaKey[] = [];
  readonly #picture: Upload;

  constructor(picture: Upload) {
    this.#picture = picture;
  }

  get used(): number {
    return this.#keys.length;
  }

  async run(deps: RequestDeps, adminToken: string, random: RandomGenerator): Promise<void> {
    while (!deps.over.aborted) {
      try {
        const key = await createKey(deps, adminToken);
        this.#keys.push(key);
        await Promise.all(Array.from({ length: AT_ONCE }, () => this.#upload({ ...deps, token: key.token }, key)));
      } catch (error) {
        if (!deps.over.aborted) deps.acknowledged.faults.push(`a request for a quota failed: ${String(error)}`);
      }
      await Bun.sleep(random() * PAUSE_MAX_MS);
    }
  }

  /** Returns a sentence for each key that got more or less than its quota. */
  check(postgres: CrashPostgres): readonly string[] {
    const counted = new Map(
      postgres.query("SELECT key_id, count(*) FROM uploads GROUP BY key_id") as [string, string][],
    );
    return this.#keys.flatMap(({ id, accepted, refused }) => {
      const uploads = Number(counted.get(id) ?? 0);
      const isExact = accepted <= uploads && uploads <= QUOTA && (refused === 0 || uploads === QUOTA);
      return isExact
        ? []
        : [`${id} with a quota of ${QUOTA}: ${uploads} uploads, ${accepted} acknowledged, ${refused} refused`];
    });
  }

  async #upload(deps: RequestDeps, key: QuotaKey): Promise<void> {
    const { bytes, type } = this.#picture;
    for (;;) {
      const form = new FormData();
      form.set("file", new Blob([bytes], { type }), "a picture");
      const response = await send(deps, "/v1/supervisor/assets", {
        method: "POST",
        headers: credentials(deps),
        body: form,
      });
      const text = await response.text();
      if (response.status === 202) {
        key.accepted += 1;
        const { data } = JSON.parse(text) as { readonly data: { readonly id: string } };
        return void deps.acknowledged.assetIds.push(data.id);
      }
      if (response.status === USED_UP && text.includes("daily_image_quota_exceeded")) return void (key.refused += 1);
      if (response.status !== USED_UP) throw new Error(`an upload was answered with ${response.status}: ${text}`);
      // Too many uploads of the key at the same time on this node.
      await Bun.sleep(PAUSE_MAX_MS / AT_ONCE);
    }
  }
}

async function createKey(deps: RequestDeps, adminToken: string): Promise<QuotaKey> {
  const attributes = { name: "quota", images: true, image_quota: QUOTA, rate: 1_000 };
  const response = await send(deps, "/v1/admin/keys", {
    method: "POST",
    headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
    body: JSON.stringify({ data: { type: "api_keys", attributes } }),
  });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`a new key was answered with ${response.status}: ${text}`);
  const { data } = JSON.parse(text) as {
    readonly data: { readonly id: string; readonly attributes: { readonly token: string } };
  };
  return { id: data.id, token: data.attributes.token, accepted: 0, refused: 0 };
}

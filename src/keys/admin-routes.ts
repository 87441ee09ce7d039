import { Elysia } from "elysia";
import {
  type AdminKeyAttributes,
  KeyChangeRequest,
  KeyRotationRequest,
  type KeySettings,
  NewKeyRequest,
} from "../../schema/wire/admin-keys.ts";
import type { FeatureDeps } from "../feature/feature.ts";
import { BodyReader } from "../http/body-reader.ts";
import { decodeCursor } from "../http/cursor.ts";
import { jsonApi } from "../http/json-api.ts";
import { listDocument } from "../http/list-document.ts";
import { ListFilters } from "../http/list-filters.ts";
import { type ParsedFilter, readListQuery } from "../http/list-query.ts";
import { pathId } from "../http/path-id.ts";
import { readDocument } from "../http/read-attributes.ts";
import { SECOND_MS } from "../lib/clock.ts";
import { refuse } from "../lib/refusal.ts";
import { administration, ADMINISTRATORS, type ChangedBy } from "./admin-authentication.ts";
import { auditedChanges } from "./audited-changes.ts";
import { type ApiKey, KEY_MODES, KEY_STATES, stateOf } from "./key.ts";
import { createKey, type KeyDeps, type KeyOptions, revokeKey, updateKey } from "./manage-keys.ts";
import { rotateKey } from "./rotate-key.ts";
import type { KeyFilter, KeyPosition } from "./store.ts";

const PATH = "/v1/admin/keys";
const ENDED = "The key was revoked or has expired. Extend its expiry, or create another key.";
const POSITION = /^(\d{1,15}) ([0-9a-f-]{36})$/;

const NOTHING_LEFT = { images: 0, video: 0, audio: 0 };

type UploadsLeftOfKey = Readonly<Record<"images" | "video" | "audio", number>>;

export interface KeyAdministration {
  readonly baseUrl: () => string;
  /** Uploads that are left of the quotas of keys, by their ids. */
  readonly left: (keys: readonly ApiKey[], now: number) => Promise<ReadonlyMap<string, UploadsLeftOfKey>>;
}

/** Lists, creates, changes, rotates and revokes API keys, with the functions of the commands. */
export function adminKeyRoutes(
  deps: Pick<
    FeatureDeps,
    "db" | "keys" | "access" | "contexts" | "clock" | "timer" | "newId" | "audit" | "storage" | "slices"
  >,
  { baseUrl, left }: KeyAdministration,
) {
  const bodies = new BodyReader(deps.timer, deps.contexts);
  const reading = { bodies, bodiesOf: ADMINISTRATORS };
  const changing = (by: ChangedBy): KeyDeps => ({ ...deps, onChange: auditedChanges(deps.audit, by) });
  const resources = async (shown: readonly ApiKey[], secrets: Secrets = {}): Promise<readonly object[]> => {
    const now = deps.clock.now();
    const leftOf = await left(shown, now);
    return shown.map((key) => ({
      type: "api_keys",
      id: key.id,
      attributes: { ...attributesOf(key, now, leftOf.get(key.id) ?? NOTHING_LEFT), ...secrets },
    }));
  };
  const resource = async (key: ApiKey, secrets: Secrets = {}): Promise<object> => {
    const [only] = await resources([key], secrets);
    return only ?? {};
  };
  const found = (key: ApiKey | null): ApiKey => {
    if (key === null) throw refuse("not_found", { detail: "There is no key with this id." });
    return key;
  };
  const refusePast = (expiresAt: number | null | undefined): void => {
    if (typeof expiresAt !== "number" || expiresAt > deps.clock.now()) return;
    const detail = "`expires_at` must be a time in the future. Revoke the key to end it now.";
    throw refuse("invalid_attribute", { detail, source: { pointer: "/data/attributes/expires_at" } });
  };
  return new Elysia()
    .use(administration(deps))
    .get(PATH, async ({ request }) => {
      const query = readListQuery(request.url, { decode, parseFilter });
      const { size, after, filter } = query;
      const page = deps.keys.page(filter, { now: deps.clock.now(), after, limit: size + 1 });
      const listed = await deps.slices.run(page, request.signal);
      const shown = listed.slice(0, size);
      const end = listed.length > size ? shown.at(-1) : undefined;
      const last = end === undefined ? null : `${end.createdAt} ${end.id}`;
      const data = await resources(shown);
      return jsonApi(listDocument({ data, last }, query, { baseUrl: baseUrl(), path: PATH }));
    })
    .post(
      PATH,
      async ({ request, by }) => {
        const { data } = await readDocument(request, { ...reading, schema: NewKeyRequest });
        const options = optionsOf(data.attributes);
        refusePast(options.expiresAt);
        deps.storage.requireWritable();
        const { key, token, webhookSecret } = await createKey(changing(by), {
          ...options,
          name: data.attributes.name.trim(),
        });
        return jsonApi({ data: await resource(key, { token, webhook_secret: webhookSecret }) }, 201);
      },
      { parse: "none" },
    )
    .get(`${PATH}/:id`, async ({ params }) => {
      const key = await deps.db.read(deps.keys.find(pathId(params.id)));
      return jsonApi({ data: await resource(found(key)) });
    })
    .patch(
      `${PATH}/:id`,
      async ({ params, request, by }) => {
        const { data } = await readDocument(request, { ...reading, schema: KeyChangeRequest });
        const options = optionsOf(data.attributes);
        refusePast(options.expiresAt);
        deps.storage.requireWritable();
        return jsonApi({ data: await resource(found(await updateKey(changing(by), pathId(params.id), options))) });
      },
      { parse: "none" },
    )
    .delete(`${PATH}/:id`, async ({ params, by }) => {
      deps.storage.requireWritable();
      return jsonApi({ data: await resource(found(await revokeKey(changing(by), pathId(params.id)))) });
    })
    .post(
      `${PATH}/:id/rotate`,
      async ({ params, request, by }) => {
        const { data } = await readDocument(request, { ...reading, schema: KeyRotationRequest });
        const { token, webhook_secret: secret, overlap_seconds: overlapSeconds } = data.attributes;
        if (!token && !secret) {
          const detail = "`token`, `webhook_secret` or both must be true.";
          throw refuse("invalid_attribute", { detail, source: { pointer: "/data/attributes" } });
        }
        deps.storage.requireWritable();
        const rotation = { token, secret, overlapMs: overlapSeconds * SECOND_MS };
        const rotated = await rotateKey(changing(by), pathId(params.id), rotation);
        if (rotated.outcome === "missing") throw refuse("not_found", { detail: "There is no key with this id." });
        if (rotated.outcome === "ended") throw refuse("conflict", { detail: ENDED });
        return jsonApi({
          data: await resource(rotated.key, {
            ...(rotated.token === null ? {} : { token: rotated.token }),
            ...(rotated.webhookSecret === null ? {} : { webhook_secret: rotated.webhookSecret }),
          }),
        });
      },
      { parse: "none" },
    );
}

type Secrets = Pick<AdminKeyAttributes, "token" | "webhook_secret">;

function attributesOf(
  key: ApiKey,
  now: number,
  left: { readonly images: number; readonly video: number; readonly audio: number },
): AdminKeyAttributes {
  return {
    name: key.name,
    mode: key.mode,
    state: stateOf(key, now),
    supervisor: key.hasSupervisor,
    images: key.hasImages,
    video: key.hasVideo,
    audio: key.hasAudio,
    edits: key.hasEdits,
    recipient: key.recipient,
    rate: key.rate,
    image_quota: key.imageQuota,
    images_left: left.images,
    video_quota: key.videoQuota,
    video_left: left.video,
    audio_quota: key.audioQuota,
    audio_left: left.audio,
    playlist_ids: [...key.playlistIds],
    created_at: isoOf(key.createdAt) ?? "",
    expires_at: isoOf(key.expiresAt),
    revoked_at: isoOf(key.revokedAt),
    last_used_at: isoOf(key.lastUsedAt),
    previous_token_until: isoOf(key.previousTokenUntil),
    previous_secret_until: isoOf(key.previousSecretUntil),
  };
}

function isoOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

function optionsOf(given: KeySettings): KeyOptions {
  return {
    name: given.name?.trim(),
    mode: given.mode,
    hasSupervisor: given.supervisor,
    hasImages: given.images,
    hasVideo: given.video,
    hasAudio: given.audio,
    hasEdits: given.edits,
    recipient: typeof given.recipient === "string" ? given.recipient.trim() : given.recipient,
    rate: given.rate,
    imageQuota: given.image_quota,
    videoQuota: given.video_quota,
    audioQuota: given.audio_quota,
    playlistIds: given.playlist_ids?.toSorted((one, other) => one - other),
    expiresAt: typeof given.expires_at === "string" ? Date.parse(given.expires_at) : given.expires_at,
  };
}

function decode(cursor: string): KeyPosition | null {
  const [, createdAt = "", id = ""] = decodeCursor(cursor, POSITION) ?? [];
  return id === "" ? null : { createdAt: Number(createdAt), id };
}

function parseFilter(given: Readonly<Record<string, string>>): ParsedFilter<KeyFilter> {
  const filters = new ListFilters(given);
  return filters.end({
    state: filters.oneOf("state", KEY_STATES),
    mode: filters.oneOf("mode", KEY_MODES),
    name: filters.text("name"),
  });
}

import {
  AssetOutput,
  ListAssetsInput,
  ListAssetsOutput,
  ReadAssetInput,
  UploadAssetInput,
} from "../../../schema/wire/mcp-assets.ts";
import { assetResource, ASSETS_PATH, type PresentingOf } from "../../assets/asset-document.ts";
import { noteOpening } from "../../assets/note-opening.ts";
import { byKey } from "../../audit/audit-event.ts";
import type { ApiKey } from "../../keys/key.ts";
import type { AuditTrail } from "../../audit/audit-trail.ts";
import type { Asset, AssetPosition } from "../../assets/asset.ts";
import type { ServiceDb } from "../../db/service-db.ts";
import type { AssetReader } from "../../assets/store.ts";
import type { Uploads } from "../../assets/uploads.ts";
import { isUuid } from "../../lib/ids.ts";
import { refuse } from "../../lib/refusal.ts";
import { InvalidArguments } from "../invalid-arguments.ts";
import { defineTool, type Tool } from "../tool.ts";
import { decodeUpload } from "./decode-upload.ts";

const ASSETS_DEFAULT = 25;
const CURSOR = /^(\d{1,15}):([0-9a-f-]{36})$/;

export interface AssetToolDeps {
  readonly db: ServiceDb;
  readonly assets: AssetReader;
  readonly accept: Uploads["accept"];
  readonly presentingOf: PresentingOf;
  readonly baseUrl: () => string;
  readonly audit: AuditTrail;
}

/** The tools for the pictures and films of a key. */
export function assetTools({ db, assets, accept, presentingOf, baseUrl, audit }: AssetToolDeps): readonly Tool[] {
  return [
    defineTool({
      name: "list_assets",
      title: "List assets",
      description:
        "Lists the pictures, films and audio files that were uploaded with this key. `upload` says how to upload files of any size by HTTP.",
      input: ListAssetsInput,
      output: ListAssetsOutput,
      isReadOnly: true,
      run: async ({ cursor, limit = ASSETS_DEFAULT }, { key }) => {
        const found = await db.read(assets.list(key.id, cursor === undefined ? null : positionOf(cursor), limit + 1));
        const page = found.slice(0, limit);
        const last = found.length > limit ? page.at(-1) : undefined;
        const presented = await presentingOf(page);
        return {
          assets: page.map((asset) => assetResource(asset, presented)),
          next_cursor: last === undefined ? null : cursorOf(last),
          upload: uploadHelp(baseUrl(), key),
        };
      },
    }),
    defineTool({
      name: "read_asset",
      title: "Read an asset",
      description: "Returns an asset of this key with its status and, once processed, what was detected in it.",
      input: ReadAssetInput,
      output: AssetOutput,
      isReadOnly: true,
      run: async ({ asset_id: id }, { key, requestId }) => {
        const asset = isUuid(id) ? await db.read(assets.find(key.id, id)) : null;
        if (asset === null) throw refuse("not_found", { source: { pointer: "/data/attributes/asset_id" } });
        noteOpening(audit, asset, byKey(key, requestId));
        return { asset: assetResource(asset, await presentingOf([asset])) };
      },
    }),
    defineTool({
      name: "upload_asset",
      title: "Upload an asset",
      description:
        "Uploads a small picture, film or audio file of at most 1 MiB, to search with. The analysis follows; a search can use the asset at once and waits for it. Larger files: see `upload` of list_assets. Counts against the quota of the key.",
      input: UploadAssetInput,
      output: AssetOutput,
      isReadOnly: false,
      run: async ({ data, content_type: contentType }, { key, requestId, signal }) => {
        const { bytes, type } = decodeUpload(data, contentType ?? null, baseUrl() + ASSETS_PATH);
        const form = new FormData();
        form.set("file", new Blob([bytes]), "asset");
        if (type !== null) form.set("content_type", type);
        const encoded = new Response(form);
        const { asset } = await accept(key, {
          contentType: encoded.headers.get("content-type"),
          contentEncoding: null,
          contentLength: null,
          body: encoded.body as ReadableStream<Uint8Array> | null,
          signal,
          requestId,
          onRead: () => undefined,
        });
        return { asset: assetResource(asset, await presentingOf([asset])) };
      },
    }),
  ];
}

function positionOf(cursor: string): AssetPosition {
  const [, submittedAt, id] = CURSOR.exec(cursor) ?? [];
  if (id === undefined) throw new InvalidArguments([{ path: "/cursor", message: "Expected next_cursor of a page" }]);
  return { submittedAt: Number(submittedAt), id };
}

function cursorOf({ submittedAt, id }: Asset): string {
  return `${submittedAt}:${id}`;
}

function uploadHelp(baseUrl: string, { hasAudio }: Pick<ApiKey, "hasAudio">): object {
  const audio = hasAudio ? " WAV, MP3, FLAC, AAC, M4A or OGG with at most 500 MB and 60 minutes." : "";
  return {
    url: baseUrl + ASSETS_PATH,
    method: "POST",
    form_field: "file",
    authorization: "Token <API_KEY>",
    limits: `multipart/form-data. JPEG, PNG or WebP with at most 20 MB and 4,096 x 4,096 pixels; MP4, QuickTime or WebM with at most 500 MB and 10 minutes.${audio}`,
  };
}

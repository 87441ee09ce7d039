import { type Static, Type } from "@sinclair/typebox";
import { adminDocument, adminList, adminRequest, adminResource, Moment } from "./admin.ts";
import { CLOSED, orNull } from "./jsonapi.ts";

const Current = Type.Object(
  {
    generation: orNull(Type.Integer(), "Null before the first import."),
    version: orNull(Type.String()),
    songs: Type.Integer(),
    can_undo: Type.Boolean({ description: "Whether there is a former catalog to go back to." }),
    removed_songs: Type.Integer({ description: "Songs that were taken down." }),
    run_id: orNull(Type.String(), "The change in progress that an administrator started."),
  },
  CLOSED,
);
export type AdminCatalogAttributes = Static<typeof Current>;
/** `GET /v1/admin/catalog` */
export const AdminCatalogDocument = adminDocument("AdminCatalogDocument", adminResource("catalogs", Current));

const Change = Type.Object(
  {
    at: Moment,
    source: Type.String({ description: "`import`, `watch`, `import --undo` or `songs remove`." }),
    subject: Type.String({ description: "The imported paths." }),
    added: Type.Integer(),
    updated: Type.Integer(),
    retired: Type.Integer(),
    songs: Type.Integer({ description: "Number of songs afterwards." }),
    generation: Type.Integer(),
    version: Type.String(),
  },
  CLOSED,
);
export type CatalogChangeAttributes = Static<typeof Change>;
/** `GET /v1/admin/catalog/history` */
export const CatalogChangeList = adminList("CatalogChangeList", adminResource("catalog_changes", Change));

const Count = Type.Integer();
const Progress = Type.Object(
  {
    records: Count,
    rejected: Count,
    bytes_read: Count,
    bytes_total: Count,
    indexed: orNull(Count, "Indexed songs; null while records are read."),
    songs_total: orNull(Count),
  },
  CLOSED,
);
const Outcome = Type.Object(
  {
    version: orNull(Type.String(), "The version of the catalog afterwards; of a dry run, what it would be."),
    counts: orNull(
      Type.Object(
        {
          added: Count,
          updated: Count,
          unchanged: Count,
          retired: Count,
          rejected: Count,
          missing_media: Count,
        },
        CLOSED,
      ),
      "Null unless it is an import.",
    ),
    warnings: Type.Array(
      Type.Object({ message: Type.String(), count: Count, file: Type.String(), line: Count }, CLOSED),
    ),
    remarks: Type.Array(Type.String()),
  },
  CLOSED,
);
const Kind = Type.Union(["paths", "upload", "demonstration", "undo", "removal"].map((kind) => Type.Literal(kind)));
const State = Type.Union(
  ["running", "done", "failed", "cancelled", "interrupted"].map((state) => Type.Literal(state)),
  { description: "`interrupted`: the server ended meanwhile. Unless it is `done`, the catalog was not changed." },
);
const Run = Type.Object(
  {
    kind: Kind,
    names: Type.Array(Type.String(), { description: "The paths, the uploaded file, or the ids of songs." }),
    state: State,
    dry_run: Type.Boolean(),
    replace: Type.Boolean(),
    started_by: Type.String(),
    started_at: Moment,
    finished_at: orNull(Moment),
    progress: orNull(Progress),
    outcome: orNull(Outcome),
    failure: orNull(Type.String(), "Why it failed, for people."),
  },
  CLOSED,
);
export type CatalogRunAttributes = Static<typeof Run>;
const CatalogRunResource = adminResource("catalog_runs", Run);
/** `GET /v1/admin/catalog/runs/:id` */
export const CatalogRunDocument = adminDocument("CatalogRunDocument", CatalogRunResource);
/** `GET /v1/admin/catalog/runs` */
export const CatalogRunList = adminList("CatalogRunList", CatalogRunResource);

/** `POST /v1/admin/catalog/runs` */
export const CatalogRunRequest = adminRequest(
  "CatalogRunRequest",
  "catalog_runs",
  Type.Object(
    {
      kind: Kind,
      paths: Type.Optional(
        Type.Array(Type.String({ pattern: "^/", maxLength: 4_096 }), {
          minItems: 1,
          maxItems: 100,
          description: "For `paths`: absolute paths of files and folders on the server.",
        }),
      ),
      upload_id: Type.Optional(Type.String({ description: "For `upload`: the id of an uploaded file." })),
      song_ids: Type.Optional(
        Type.Array(Type.String(), {
          minItems: 1,
          maxItems: 1_000,
          description: "For `removal`: the songs to take down.",
        }),
      ),
      dry_run: Type.Optional(Type.Boolean({ description: "Check and count everything without changing the catalog." })),
      replace: Type.Optional(Type.Boolean({ description: "Retire songs that are not imported." })),
      retire_many: Type.Optional(Type.Boolean({ description: "Let `replace` retire more than a tenth of the songs." })),
      media: Type.Optional(
        Type.Union([Type.Literal("copy"), Type.Literal("link"), Type.Literal("in-place")], {
          description: "How media are imported; `copy` by default.",
        }),
      ),
      families: Type.Optional(Type.Boolean({ description: "Group versions and stems; true by default." })),
    },
    CLOSED,
  ),
);
export type CatalogRunWanted = Static<typeof CatalogRunRequest>["data"]["attributes"];

/** `POST /v1/admin/catalog/uploads` */
export const DumpUploadDocument = adminDocument(
  "DumpUploadDocument",
  adminResource("dump_uploads", Type.Object({ name: Type.String(), bytes: Count }, CLOSED)),
);

const Reject = Type.Object(
  {
    file: Type.String(),
    line: Type.Integer({ description: "0 for a file without lines, such as audio." }),
    field: Type.String({ description: "Empty if it is about the complete line." }),
    reason: Type.String(),
  },
  CLOSED,
);
/** `GET /v1/admin/catalog/runs/:id/rejects` */
export const CatalogRejectList = adminList("CatalogRejectList", adminResource("catalog_rejects", Reject));

/** `GET /v1/admin/catalog/removed-songs` */
export const RemovedSongList = adminList(
  "RemovedSongList",
  adminResource("removed_songs", Type.Object({ removed_at: Moment }, CLOSED)),
);

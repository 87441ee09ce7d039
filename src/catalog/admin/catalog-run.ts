import { type Static, Type } from "@sinclair/typebox";

const RUN_KINDS = ["paths", "upload", "demonstration", "undo", "removal"] as const;

const Count = Type.Integer();

/** One change of the catalog that an administrator started. Times are milliseconds since the epoch. */
export const CatalogRun = Type.Object({
  id: Type.String(),
  /** An import of paths on the server, of an uploaded file or of the demonstration; going back; or taking songs down. */
  kind: Type.Union(RUN_KINDS.map((kind) => Type.Literal(kind))),
  /** The paths, the name of the uploaded file, or the ids of the songs. */
  names: Type.Array(Type.String()),
  dryRun: Type.Boolean(),
  replace: Type.Boolean(),
  /** The name of the administrator. */
  startedBy: Type.String(),
  startedAt: Count,
  finishedAt: Type.Union([Count, Type.Null()]),
  state: Type.Union([
    Type.Literal("running"),
    Type.Literal("done"),
    Type.Literal("failed"),
    Type.Literal("cancelled"),
    /** The server ended during the run. */
    Type.Literal("interrupted"),
  ]),
  progress: Type.Union([
    Type.Object({
      records: Count,
      rejected: Count,
      bytesRead: Count,
      bytesTotal: Count,
      indexed: Type.Union([Count, Type.Null()]),
      songsTotal: Type.Union([Count, Type.Null()]),
    }),
    Type.Null(),
  ]),
  outcome: Type.Union([
    Type.Object({
      /** The version of the catalog afterwards; of a dry run, the one that the import would create. */
      version: Type.Union([Type.String(), Type.Null()]),
      /** Null unless it is an import. */
      counts: Type.Union([
        Type.Object({
          added: Count,
          updated: Count,
          unchanged: Count,
          retired: Count,
          rejected: Count,
          missingMedia: Count,
        }),
        Type.Null(),
      ]),
      warnings: Type.Array(
        Type.Object({ message: Type.String(), count: Count, file: Type.String(), line: Type.Integer() }),
      ),
      remarks: Type.Array(Type.String()),
    }),
    Type.Null(),
  ]),
  /** Why it failed, for people. */
  failure: Type.Union([Type.String(), Type.Null()]),
});
export type CatalogRun = Static<typeof CatalogRun>;

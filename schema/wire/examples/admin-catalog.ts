import { EXAMPLE_SERVER } from "./song.ts";

const PATH = `${EXAMPLE_SERVER}/v1/admin/catalog`;

export const EXAMPLE_CATALOG = {
  data: {
    type: "catalogs",
    id: "current",
    attributes: {
      generation: 12,
      version: "c8a1f04e",
      songs: 55_525,
      can_undo: true,
      removed_songs: 1,
      run_id: null,
    },
  },
};

export const EXAMPLE_CHANGES = {
  data: [
    {
      type: "catalog_changes",
      id: "12",
      attributes: {
        at: "2026-03-04T10:15:00.000Z",
        source: "import",
        subject: "/music/catalog.jsonl",
        added: 20,
        updated: 3,
        retired: 0,
        songs: 55_525,
        generation: 12,
        version: "c8a1f04e",
      },
    },
  ],
  links: { self: `${PATH}/history` },
};

const RUN = {
  type: "catalog_runs",
  id: "5f0c1d2e-0a3b-4c5d-8e9f-102132435465",
  attributes: {
    kind: "paths",
    names: ["/music/catalog.jsonl"],
    state: "done",
    dry_run: true,
    replace: false,
    started_by: "Kim",
    started_at: "2026-03-04T10:14:00.000Z",
    finished_at: "2026-03-04T10:15:00.000Z",
    progress: { records: 23, rejected: 1, bytes_read: 9_100, bytes_total: 9_100, indexed: null, songs_total: null },
    outcome: {
      version: "c8a1f04e",
      counts: { added: 20, updated: 3, unchanged: 0, retired: 0, rejected: 1, missing_media: 0 },
      warnings: [],
      remarks: [],
    },
    failure: null,
  },
};

export const EXAMPLE_RUN = { data: RUN };
export const EXAMPLE_RUNS = { data: [RUN], links: { self: `${PATH}/runs` } };
export const EXAMPLE_WANTED_RUN = {
  data: { type: "catalog_runs", attributes: { kind: "paths", paths: ["/music/catalog.jsonl"], dry_run: true } },
};
export const EXAMPLE_UPLOAD = {
  data: {
    type: "dump_uploads",
    id: "0add0be8-3d75-4791-8c48-4c6c7fdce9a4",
    attributes: { name: "catalog.jsonl", bytes: 9_100 },
  },
};

const REJECT = { file: "/music/catalog.jsonl", line: 17, field: "title", reason: "The title is missing." };
export const EXAMPLE_REPORT = `${JSON.stringify(REJECT)}\n`;
export const EXAMPLE_REJECTS = {
  data: [{ type: "catalog_rejects", id: "0", attributes: REJECT }],
  links: { self: `${PATH}/runs/${RUN.id}/rejects` },
};
export const EXAMPLE_REMOVED_SONGS = {
  data: [{ type: "removed_songs", id: "1042", attributes: { removed_at: "2026-03-04T10:15:00.000Z" } }],
  links: { self: `${PATH}/removed-songs` },
};

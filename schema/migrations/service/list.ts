// Written by scripts/generate-migrations.ts. The order is the order of application.
import m0 from "./0000_start.sql" with { type: "text" };
import m1 from "./0001_embeddings.sql" with { type: "text" };
import m2 from "./0002_assets.sql" with { type: "text" };
import m3 from "./0003_media.sql" with { type: "text" };
import m4 from "./0004_jobs-in-turn.sql" with { type: "text" };
import m5 from "./0005_jobs-by-work.sql" with { type: "text" };
import m6 from "./0006_key-life.sql" with { type: "text" };
import m7 from "./0007_watch-and-history.sql" with { type: "text" };
import m8 from "./0008_audit.sql" with { type: "text" };
import m9 from "./0009_users.sql" with { type: "text" };
import m10 from "./0010_refinements.sql" with { type: "text" };
import m11 from "./0011_shortlists.sql" with { type: "text" };
import m12 from "./0012_shortlist-shares.sql" with { type: "text" };
import m13 from "./0013_request-of-execution.sql" with { type: "text" };
import m14 from "./0014_sound-descriptors.sql" with { type: "text" };
import m15 from "./0015_asset-lists.sql" with { type: "text" };
import m16 from "./0016_audit-lists.sql" with { type: "text" };
import m17 from "./0017_add-audio-assets.sql" with { type: "text" };
import m18 from "./0018_add-structures.sql" with { type: "text" };
import m19 from "./0019_add-cuts.sql" with { type: "text" };
import m20 from "./0020_add-recipients.sql" with { type: "text" };
import m21 from "./0021_add-key-list.sql" with { type: "text" };
import m22 from "./0022_add-damaged-media.sql" with { type: "text" };
import m23 from "./0023_add-catalog-objects.sql" with { type: "text" };
import m24 from "./0024_move-vectors.sql" with { type: "text" };

export const migrations: readonly { readonly name: string; readonly sql: string }[] = [
  { name: "0000_start", sql: m0 },
  { name: "0001_embeddings", sql: m1 },
  { name: "0002_assets", sql: m2 },
  { name: "0003_media", sql: m3 },
  { name: "0004_jobs-in-turn", sql: m4 },
  { name: "0005_jobs-by-work", sql: m5 },
  { name: "0006_key-life", sql: m6 },
  { name: "0007_watch-and-history", sql: m7 },
  { name: "0008_audit", sql: m8 },
  { name: "0009_users", sql: m9 },
  { name: "0010_refinements", sql: m10 },
  { name: "0011_shortlists", sql: m11 },
  { name: "0012_shortlist-shares", sql: m12 },
  { name: "0013_request-of-execution", sql: m13 },
  { name: "0014_sound-descriptors", sql: m14 },
  { name: "0015_asset-lists", sql: m15 },
  { name: "0016_audit-lists", sql: m16 },
  { name: "0017_add-audio-assets", sql: m17 },
  { name: "0018_add-structures", sql: m18 },
  { name: "0019_add-cuts", sql: m19 },
  { name: "0020_add-recipients", sql: m20 },
  { name: "0021_add-key-list", sql: m21 },
  { name: "0022_add-damaged-media", sql: m22 },
  { name: "0023_add-catalog-objects", sql: m23 },
  { name: "0024_move-vectors", sql: m24 },
];

/** The tables that drizzle-kit reads to generate the migrations for PostgreSQL. */
import { postgresTables } from "../schema/postgres-tables.ts";
import * as auditWaitingTables from "../schema/tables/postgres/audit-waiting.ts";
import * as limitsTables from "../schema/tables/postgres/limits.ts";
import * as assetsTables from "../schema/tables/service/assets.ts";
import * as auditTables from "../schema/tables/service/audit.ts";
import * as deliveriesTables from "../schema/tables/service/deliveries.ts";
import * as executionsTables from "../schema/tables/service/executions.ts";
import * as historyTables from "../schema/tables/service/history.ts";
import * as jobsTables from "../schema/tables/service/jobs.ts";
import * as keysTables from "../schema/tables/service/keys.ts";
import * as ledgerTables from "../schema/tables/service/ledger.ts";
import * as mediaTables from "../schema/tables/service/media.ts";
import * as recipientsTables from "../schema/tables/service/recipients.ts";
import * as settingsTables from "../schema/tables/service/settings.ts";
import * as shortlistsTables from "../schema/tables/service/shortlists.ts";
import * as usersTables from "../schema/tables/service/users.ts";
import * as watchTables from "../schema/tables/service/watch.ts";

export const {
  answers,
  assetSounds,
  assets,
  auditEnds,
  auditLines,
  auditWaiting,
  catalogHistory,
  catalogObjects,
  catalogPointer,
  damagedMedia,
  deliveries,
  deliveryAttempts,
  executions,
  jobs,
  keyPlaylists,
  keys,
  ledger,
  mediaDescriptors,
  mediaFacts,
  mediaMade,
  mediaOrigins,
  mediaSources,
  recipients,
  searchRates,
  sessions,
  settings,
  shortlistEntries,
  shortlistShares,
  shortlists,
  signInAttempts,
  uploads,
  users,
  watchFolders,
  watchSongs,
} = postgresTables({
  ...assetsTables,
  ...auditTables,
  ...auditWaitingTables,
  ...deliveriesTables,
  ...executionsTables,
  ...historyTables,
  ...jobsTables,
  ...keysTables,
  ...ledgerTables,
  ...limitsTables,
  ...mediaTables,
  ...recipientsTables,
  ...settingsTables,
  ...shortlistsTables,
  ...usersTables,
  ...watchTables,
});

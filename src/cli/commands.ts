import { audit } from "./audit.ts";
import { auditExport } from "./audit-export.ts";
import { auditVerify } from "./audit-verify.ts";
import { backup } from "./backup.ts";
import { backupVerify } from "./backup-verify.ts";
import { blocklistAdd } from "./blocklist-add.ts";
import { blocklistList } from "./blocklist-list.ts";
import { blocklistRemove } from "./blocklist-remove.ts";
import type { Command } from "./command.ts";
import { completionsCommand } from "./completions.ts";
import { cueSheet } from "./cue-sheet.ts";
import { databaseCopy } from "./database-copy.ts";
import { deliveriesList } from "./deliveries-list.ts";
import { deliveriesReplay } from "./deliveries-replay.ts";
import { deliveriesShow } from "./deliveries-show.ts";
import { doctor } from "./doctor.ts";
import { helpCommand } from "./help.ts";
import { history } from "./history.ts";
import { importCommand } from "./import.ts";
import { init } from "./init.ts";
import { keysCreate } from "./keys-create.ts";
import { keysList } from "./keys-list.ts";
import { keysQuota } from "./keys-quota.ts";
import { keysRevoke } from "./keys-revoke.ts";
import { keysRotate } from "./keys-rotate.ts";
import { keysShow } from "./keys-show.ts";
import { keysUpdate } from "./keys-update.ts";
import { licenses } from "./licenses.ts";
import { reindex } from "./reindex.ts";
import { restore } from "./restore.ts";
import { search } from "./search.ts";
import { serve } from "./serve.ts";
import { similar } from "./similar.ts";
import { cut } from "./cut.ts";
import { storeClaim } from "./store-claim.ts";
import { storeCopy } from "./store-copy.ts";
import { storeFetch } from "./store-fetch.ts";
import { structure } from "./structure.ts";
import { songsRemove } from "./songs-remove.ts";
import { songsRemoved } from "./songs-removed.ts";
import { songsRestore } from "./songs-restore.ts";
import { usage } from "./usage.ts";
import { usersAdd } from "./users-add.ts";
import { usersList } from "./users-list.ts";
import { usersPassword } from "./users-password.ts";
import { usersRemove } from "./users-remove.ts";
import { version } from "./version.ts";
import { watermarkIdentify } from "./watermark-identify.ts";
import { watchConfirm } from "./watch-confirm.ts";
import { watchList } from "./watch-list.ts";

/** Every command, in the order of `needledrop help`. */
export const COMMANDS: readonly Command[] = [
  serve,
  init,
  importCommand,
  history,
  watchList,
  watchConfirm,
  songsRemove,
  songsRestore,
  songsRemoved,
  keysCreate,
  keysList,
  keysShow,
  keysUpdate,
  keysQuota,
  keysRotate,
  keysRevoke,
  usersAdd,
  usersList,
  usersRemove,
  usersPassword,
  search,
  similar,
  cueSheet,
  structure,
  cut,
  watermarkIdentify,
  deliveriesList,
  deliveriesShow,
  deliveriesReplay,
  usage,
  audit,
  auditExport,
  auditVerify,
  blocklistAdd,
  blocklistList,
  blocklistRemove,
  backup,
  backupVerify,
  restore,
  storeClaim,
  storeCopy,
  storeFetch,
  databaseCopy,
  doctor,
  reindex,
  version,
  licenses,
  completionsCommand(() => COMMANDS),
  helpCommand(() => COMMANDS),
];

import { backup } from "./backup.ts";
import { backupVerify } from "./backup-verify.ts";
import { blocklistAdd } from "./blocklist-add.ts";
import { blocklistList } from "./blocklist-list.ts";
import { blocklistRemove } from "./blocklist-remove.ts";
import type { Command } from "./command.ts";
import { completionsCommand } from "./completions.ts";
import { deliveriesList } from "./deliveries-list.ts";
import { deliveriesReplay } from "./deliveries-replay.ts";
import { deliveriesShow } from "./deliveries-show.ts";
import { doctor } from "./doctor.ts";
import { helpCommand } from "./help.ts";
import { importCommand } from "./import.ts";
import { init } from "./init.ts";
import { keysCreate } from "./keys-create.ts";
import { keysList } from "./keys-list.ts";
import { keysRevoke } from "./keys-revoke.ts";
import { keysShow } from "./keys-show.ts";
import { keysUpdate } from "./keys-update.ts";
import { licenses } from "./licenses.ts";
import { reindex } from "./reindex.ts";
import { restore } from "./restore.ts";
import { search } from "./search.ts";
import { serve } from "./serve.ts";
import { songsRemove } from "./songs-remove.ts";
import { songsRemoved } from "./songs-removed.ts";
import { songsRestore } from "./songs-restore.ts";
import { usage } from "./usage.ts";
import { version } from "./version.ts";

/** Every command, in the order of `needledrop help`. */
export const COMMANDS: readonly Command[] = [
  serve,
  init,
  importCommand,
  songsRemove,
  songsRestore,
  songsRemoved,
  keysCreate,
  keysList,
  keysShow,
  keysUpdate,
  keysRevoke,
  search,
  deliveriesList,
  deliveriesShow,
  deliveriesReplay,
  usage,
  blocklistAdd,
  blocklistList,
  blocklistRemove,
  backup,
  backupVerify,
  restore,
  doctor,
  reindex,
  version,
  licenses,
  completionsCommand(() => COMMANDS),
  helpCommand(() => COMMANDS),
];

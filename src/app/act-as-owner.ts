import { rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasErrorCode } from "../lib/error-code.ts";
import { userName } from "../lib/user-names.ts";
import { DATABASE_FILE } from "./data-files.ts";

const ROOT = 0;
/** Arguments that a shell takes as they are. */
const PLAIN = /^[A-Za-z0-9_@%+=:,./#-]+$/;

/** The user that a process runs as. */
export interface ProcessUser {
  /** Effective user id; null where the system has none. */
  readonly id: number | null;
  /** Becomes another user for good, with its groups. Throws if the system refuses. */
  become(user: { readonly id: number; readonly groupId: number; readonly name: string }): void;
}

export interface CommandCall {
  /** The program as it can be called again. */
  readonly program: string;
  readonly argv: readonly string[];
  /** Whether the arguments name the data folder. */
  readonly namesData: boolean;
}

/** This user is not the owner of the data folder, and cannot become it. `remedy` is the command line to run instead. */
export class NotTheOwner extends Error {
  readonly found: string;
  readonly remedy: string;

  constructor(found: string, remedy: string) {
    super(`${found} Run it as the owner: ${remedy}`);
    this.name = "NotTheOwner";
    this.found = found;
    this.remedy = remedy;
  }
}

/**
 * Makes this process the owner of the data folder, if root runs it: the server could not read files that belong to root.
 * Returns the name of the new user, or null if nothing had to change. Call it before anything in the folder is opened.
 * Throws NotTheOwner for any other user, unless the file system gives the owner all files anyway.
 */
export function actAsOwner(dataDir: string, user: ProcessUser, call: CommandCall): string | null {
  const owner = ownerOf(dataDir);
  if (user.id === null || owner === null || owner.id === user.id) return null;
  const name = userName(owner.id);
  if (user.id !== ROOT && filesBelongTo(dataDir, owner.id)) return null;
  const found = `${dataDir} belongs to ${name}, and this command runs as ${userName(user.id)}, whose files the server cannot read.`;
  const refusal = new NotTheOwner(found, sudoLine(name, dataDir, call));
  if (user.id !== ROOT) throw refusal;
  try {
    user.become({ ...owner, name });
  } catch {
    // A container can take this right from root.
    throw refusal;
  }
  return name;
}

/** The owner of the folder; that of the database if root owns the folder, for example as a mount point. Null without a folder. */
function ownerOf(dataDir: string): { readonly id: number; readonly groupId: number } | null {
  const folder = ownerAt(dataDir);
  if (folder === null || folder.id !== ROOT) return folder;
  return ownerAt(join(dataDir, DATABASE_FILE)) ?? folder;
}

function ownerAt(path: string): { readonly id: number; readonly groupId: number } | null {
  try {
    const { uid, gid } = statSync(path);
    return { id: uid, groupId: gid };
  } catch (error) {
    // A folder above it can be closed to this user, or be missing. Opening the data folder reports it.
    if (hasErrorCode(error, "ENOENT", "ENOTDIR", "EACCES", "EPERM")) return null;
    throw error;
  }
}

/** Whether files of this process belong to the owner: some mounts give all files to one user. False without access. */
function filesBelongTo(dataDir: string, ownerId: number): boolean {
  const probe = join(dataDir, `.owner-${process.pid}`);
  try {
    writeFileSync(probe, "", { flag: "wx" });
    const { uid } = statSync(probe);
    rmSync(probe);
    return uid === ownerId;
  } catch {
    return false;
  }
}

function sudoLine(name: string, dataDir: string, { program, argv, namesData }: CommandCall): string {
  const data = namesData ? [] : ["--data", dataDir];
  return ["sudo", "-u", name, program, ...argv, ...data].map(quoted).join(" ");
}

function quoted(argument: string): string {
  return PLAIN.test(argument) && !argument.startsWith("#") ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}

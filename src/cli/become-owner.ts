import { resolve } from "node:path";
import { actAsOwner } from "../app/act-as-owner.ts";
import { describeSettings } from "../config/config.ts";
import { variableOf } from "../config/settings.ts";
import type { Invocation } from "./command.ts";

/**
 * Makes a command that root has started run as the owner of the data folder. Returns the owner's name, or null if nothing
 * changed. Throws NotTheOwner for other users.
 */
export function becomeOwner(invocation: Invocation): string | null {
  const { given, io } = invocation;
  const settings = describeSettings(io.environment, { data: given.text("data"), config: given.text("config") });
  const folder = settings.find(({ name }) => name === variableOf("DATA"))?.value ?? "";
  return becomeOwnerOf(invocation, resolve(folder), { isNamed: given.has("data") });
}

/** As `becomeOwner`, for a data folder that a command names in another way. `isNamed`: the arguments name it. */
export function becomeOwnerOf(
  { io, argv }: Invocation,
  dataDir: string,
  { isNamed }: { readonly isNamed: boolean },
): string | null {
  return actAsOwner(dataDir, io.user, { program: io.program, argv, namesData: isNamed });
}

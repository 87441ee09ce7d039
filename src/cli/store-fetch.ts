import { fetchOriginals } from "../app/fetch-originals.ts";
import { S3Objects } from "../objects/s3-objects.ts";
import type { Command } from "./command.ts";
import { DONE, FAILED } from "./exit-status.ts";
import { printResult } from "./print.ts";
import { UsageError } from "./usage-error.ts";
import { withData } from "./with-data.ts";

const NAMED_MAX = 3;

export const storeFetch: Command = {
  name: "store fetch",
  summary: "copy the originals of uploads from the store back to the data folder",
  positionals: [],
  options: [],
  notes: `Stop the server first. Files that the data folder has are not copied again, and nothing is removed from the store. The exit
status is 1 if originals are missing in the store or damaged.`,
  async run(invocation) {
    const { fetched, present, lost } = await withData(invocation, { mayCreate: false }, async (core) => {
      const { store } = core.config;
      if (store === null) throw new UsageError("store fetch: NEEDLEDROP_STORE is not set.", "store fetch");
      return await fetchOriginals(core, new S3Objects(store));
    });
    const named = lost.slice(0, NAMED_MAX).join(", ");
    const more = lost.length > NAMED_MAX ? ", …" : "";
    const losses = lost.length === 0 ? "" : `${lost.length} are lost: ${named}${more}.\n`;
    const text = `Copied ${fetched} originals of uploads; ${present} were there already.\n${losses}`;
    await printResult(invocation, { fetched, present, lost }, text);
    return lost.length === 0 ? DONE : FAILED;
  },
};

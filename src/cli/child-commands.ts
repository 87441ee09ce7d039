import type { Command, Invocation } from "./command.ts";
import { DONE } from "./exit-status.ts";

/**
 * Commands of the server's own child processes. `help` does not list them. Each loads only its own code when it runs: loading
 * all commands takes some 0.2 s of processor time in the executable, and 0.5 s from the sources.
 */
export const CHILD_COMMANDS: readonly Command[] = [
  childCommand("sight", "analyse pictures and films for a server", async (invocation) => {
    const { serveSight } = await import("./serve-sight.ts");
    await serveSight(invocation);
  }),
  answering("measure-audio", "measure an audio file for a server", async () => {
    const { answerMeasure } = await import("../audio/measure-apart.ts");
    return answerMeasure;
  }),
  answering("hear-audio", "hear an uploaded sound for a server", async () => {
    const { answerHearing } = await import("../audio/hearing/hear-apart.ts");
    return answerHearing;
  }),
  answering("find-structure", "find the structure of an audio file for a server", async () => {
    const { answerStructure } = await import("../audio/structure/structure-apart.ts");
    return answerStructure;
  }),
  answering("write-imprint", "make an imprint for a server", async () => {
    const { answerWriteImprint } = await import("../media/imprint/imprint-apart.ts");
    return answerWriteImprint;
  }),
  answering("read-imprints", "search a file for imprints for a server", async () => {
    const { answerReadImprints } = await import("../media/imprint/imprint-apart.ts");
    return answerReadImprints;
  }),
  answering("render-sound", "render sound for a server", async () => {
    const { answerRender } = await import("../sound/render-apart.ts");
    return answerRender;
  }),
  answering("inspect-database", "read every page of a database for a server", async () => {
    const { answerInspection } = await import("../app/inspect-apart.ts");
    return answerInspection;
  }),
  answering("scan-folder", "list the files of a watched folder for a server", async () => {
    const { answerScan } = await import("../catalog/watch/scan-apart.ts");
    return answerScan;
  }),
  answering("import-folder", "import a watched folder for a server", async () => {
    const { answerImportFolder } = await import("../app/import-folder-apart.ts");
    return answerImportFolder;
  }),
  answering("build-index", "build the search index for a server", async () => {
    const { answerBuildIndex } = await import("../app/answer-build-index.ts");
    return answerBuildIndex;
  }),
  childCommand("change-catalog", "change the catalog for a server", async ({ io }) => {
    const { answerChangeCatalog } = await import("../app/change-catalog-apart.ts");
    await answerChangeCatalog(await Bun.stdin.text(), (line) => io.out.write(line));
  }),
  {
    ...childCommand("backup-for-server", "write a backup for a server", async (invocation) => {
      const { backUpForServer } = await import("./backup.ts");
      await backUpForServer(invocation);
    }),
    positionals: [{ name: "FILE", about: "the file to write" }],
    options: [{ name: "media", about: "also copy the media of the catalog" }],
  },
  answering("sweep-backup-media", "remove media of removed backups", async () => {
    const { answerBackupMediaSweep } = await import("../app/backups/back-up-apart.ts");
    return answerBackupMediaSweep;
  }),
];

function childCommand(name: string, summary: string, work: (invocation: Invocation) => Promise<void>): Command {
  return {
    name,
    summary,
    positionals: [],
    options: [],
    // The server has started them, so they have its user.
    anyUser: true,
    async run(invocation) {
      await work(invocation);
      return DONE;
    },
  };
}

/** A child that answers the request on stdin. */
function answering(name: string, summary: string, load: () => Promise<(request: string) => Promise<object>>): Command {
  return childCommand(name, summary, async ({ io }) => {
    const answer = await load();
    await io.out.write(JSON.stringify(await answer(await Bun.stdin.text())));
  });
}

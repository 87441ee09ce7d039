import { RENDER_COMMAND } from "../sound/apart/render-apart.ts";
import { serveRender } from "../sound/apart/serve-render.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";

/** What a server starts for itself (sound/apart/render-apart.ts); not for people, and in no list. */
export const renderSound: Command = {
  name: RENDER_COMMAND,
  summary: "render sound for a server",
  positionals: [],
  options: [],
  async run() {
    await serveRender(await Bun.stdin.json());
    return DONE;
  },
};

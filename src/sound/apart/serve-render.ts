import { Value } from "@sinclair/typebox/value";
import { renderParts } from "../render-song.ts";
import { RenderRequest } from "./render-request.ts";

/** The child's side: renders what it is asked for, writes the files, and ends. Throws when it cannot. */
export async function serveRender(request: unknown): Promise<void> {
  if (!Value.Check(RenderRequest, request)) throw new Error("The request is not one to render sound.");
  const parts = request.files.map((file) => file.part);
  const rendered = renderParts(request.song, parts);
  for (const { part, path } of request.files) {
    const wav = rendered.get(part);
    if (wav === undefined) throw new Error(`The song ${request.song.id} has no part ${JSON.stringify(part)}.`);
    await Bun.write(path, wav);
  }
}

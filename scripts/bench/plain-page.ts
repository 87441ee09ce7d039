/** A page without a framework: one field, one script, and rows that are all in the page. */
const SCRIPT = `
const field = document.createElement("textarea");
document.body.prepend(field);
field.focus();
`;

export class PlainPage {
  readonly url: string;
  readonly #server: Bun.Server<undefined>;

  private constructor(server: Bun.Server<undefined>) {
    this.#server = server;
    this.url = `http://127.0.0.1:${server.port}`;
  }

  static start(rows: number): PlainPage {
    const list = Array.from({ length: rows }, (_row, at) => `<p class="row">Song ${at + 1}</p>`).join("");
    const style = "<style>.row { height: 72px; margin: 0; border-bottom: 1px solid gray }</style>";
    const page = `<!doctype html><title>Plain</title>${style}<body><script src="/script.js"></script>${list}`;
    const zipped = (text: string, type: string): Response =>
      new Response(Bun.gzipSync(text), { headers: { "content-type": type, "content-encoding": "gzip" } });
    const server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: ({ url }) =>
        url.endsWith(".js") ? zipped(SCRIPT, "text/javascript") : zipped(page, "text/html; charset=utf-8"),
    });
    return new PlainPage(server);
  }

  async stop(): Promise<void> {
    await this.#server.stop(true);
  }
}

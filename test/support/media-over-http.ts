import { grantFor, type MediaTarget, signUrl } from "../../src/media/signed-url.ts";
import { BASE_URL, HttpApp, type HttpAppOptions } from "./http-app.ts";
import { rawRequest, type RawAnswer } from "./raw-request.ts";
import { sqliteOf } from "./sqlite-of.ts";

/** The application behind a real socket, with a live key to sign for. */
export class MediaOverHttp {
  readonly app: HttpApp;
  readonly port: number;
  readonly keyId: string;

  private constructor(app: HttpApp, port: number) {
    this.app = app;
    this.port = port;
    this.keyId = app.key({ mode: "live" }).key.id;
  }

  static async create(options: HttpAppOptions): Promise<MediaOverHttp> {
    const app = await HttpApp.create(options);
    // Tests change the files. A file that differs from its imported state would be 404.
    sqliteOf(app.core).sqlite.run("delete from media_sources");
    app.services.app.listen({ port: 0, hostname: "127.0.0.1" });
    return new MediaOverHttp(app, app.services.app.server?.port ?? 0);
  }

  /** Returns path and query of a signed URL for `target`. */
  signed(target: MediaTarget, keyId = this.keyId): string {
    const signer = { baseUrl: BASE_URL, secret: this.app.secret };
    const { pathname, search } = new URL(signUrl(signer, target, grantFor(keyId, null, this.app.time.now())));
    return pathname + search;
  }

  get(target: MediaTarget, headers: Readonly<Record<string, string>> = {}): Promise<RawAnswer> {
    return this.ask("GET", this.signed(target), headers);
  }

  ask(method: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<RawAnswer> {
    return rawRequest(this.port, method, path, headers);
  }

  async close(): Promise<void> {
    await this.app.services.app.server?.stop(true);
    await this.app.close();
  }
}

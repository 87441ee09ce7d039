/** What the administrator says of the installation. */
export interface SetupAnswers {
  /** Absolute path of the data folder. */
  readonly data: string;
  readonly host: string;
  readonly port: number;
  /** Null: links have the address that the server listens on. */
  readonly baseUrl: string | null;
  /** The user of the system that the server runs as. */
  readonly user: string;
  /** Absolute path of the settings file. */
  readonly config: string;
  /** Absolute path of the executable. */
  readonly program: string;
}

/** A file that `init` writes. */
export interface SetupFile {
  readonly name: string;
  readonly text: string;
  readonly mode: number;
}

export const READABLE = 0o644;
export const PRIVATE = 0o600;

/** Returns where a proxy on this machine reaches the server. */
export function localAddress({ host, port }: SetupAnswers): string {
  const isWildcard = host === "0.0.0.0" || host === "::";
  const local = isWildcard ? "127.0.0.1" : host;
  return `${local.includes(":") ? `[${local}]` : local}:${port}`;
}

/** Returns the host of the public URL, or a name to replace. */
export function publicHost({ baseUrl }: SetupAnswers): string {
  return baseUrl === null ? "music.studio.example" : new URL(baseUrl).host;
}

const PORT = 5432;
const EXPECTED = "postgres://USER:PASSWORD@HOST:PORT/DATABASE";

/** Where a PostgreSQL database is, and how to sign in. Contains a password, so it is never logged. */
export interface PostgresAddress {
  /** A name or an address, or the absolute path of the folder with the Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  /** Whether the connection is encrypted and the certificate checked. */
  readonly isEncrypted: boolean;
}

/** The text is not such an address. The message contains nothing of it: it can have a password. */
export class InvalidPostgresAddress extends Error {
  readonly expected = EXPECTED;
  readonly reason: string;

  constructor(reason: string) {
    super(`Expected ${EXPECTED}; ${reason}.`);
    this.name = "InvalidPostgresAddress";
    this.reason = reason;
  }
}

/**
 * Parses `postgres://user:password@host:port/database`. As in libpq, `?host=/folder` names the folder of a Unix socket, and
 * `?sslmode=disable` turns encryption off. Throws InvalidPostgresAddress.
 */
export function parsePostgresAddress(text: string): PostgresAddress {
  if (!/^postgres(ql)?:\/\//.test(text)) throw new InvalidPostgresAddress("it begins with something else");
  if (!URL.canParse(text)) throw new InvalidPostgresAddress("it cannot be parsed");
  const url = new URL(text);
  const host = url.searchParams.get("host") ?? decoded(url.hostname);
  const database = decoded(url.pathname.slice(1));
  const user = decoded(url.username);
  if (host === "") throw new InvalidPostgresAddress("the host is missing");
  if (database === "") throw new InvalidPostgresAddress("the database is missing");
  if (user === "") throw new InvalidPostgresAddress("the user is missing");
  const unknown = [...url.searchParams.keys()].find((name) => name !== "host" && name !== "sslmode");
  if (unknown !== undefined) throw new InvalidPostgresAddress("only the parameters host and sslmode are known");
  return {
    host,
    port: url.port === "" ? PORT : Number(url.port),
    database,
    user,
    password: decoded(url.password),
    isEncrypted: !host.startsWith("/") && encryptionOf(url.searchParams.get("sslmode")),
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new InvalidPostgresAddress("a percent sign is not followed by two hexadecimal digits");
  }
}

function encryptionOf(mode: string | null): boolean {
  if (mode === "disable") return false;
  if (mode === null || mode === "verify-full") return true;
  throw new InvalidPostgresAddress("sslmode is neither verify-full nor disable");
}

import { connect } from "node:net";

/** An answer as it came over the socket. */
export interface RawAnswer {
  readonly status: number;
  /** By lower-case name; of a repeated header the last. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Sends a request whose target is left exactly as given, which a client library would put right, and reads until
 * the server closes. An answer that the server resets is what came before.
 */
export function rawRequest(
  port: number,
  method: string,
  target: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> {
  const lines = Object.entries({ host: "localhost", ...headers, connection: "close" });
  const head = [`${method} ${target} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), "", ""];
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, "127.0.0.1", () => void socket.write(Buffer.from(head.join("\r\n"), "latin1")));
    socket.on("data", (data: Buffer) => void chunks.push(data));
    socket.on("error", (error) => void (chunks.length === 0 && reject(error)));
    socket.on("close", () => resolve(parse(Buffer.concat(chunks))));
  });
}

/** Sends bytes as they are, because a client library would put them right, and reads until the server closes. */
export function sendBytes(port: number, ...parts: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => {
      for (const part of parts) socket.write(Buffer.from(part, "latin1"));
    });
    socket.on("data", (data: Buffer) => (answer += data.toString("latin1")));
    socket.on("close", () => resolve(answer));
    socket.on("error", (error) => (answer === "" ? reject(error) : resolve(answer)));
  });
}

function parse(answer: Buffer): RawAnswer {
  const end = answer.indexOf("\r\n\r\n");
  const [first = "", ...lines] = answer.toString("latin1", 0, end).split("\r\n");
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(first.split(" ")[1]),
    headers: Object.fromEntries(headers),
    body: answer.subarray(end + 4),
  };
}

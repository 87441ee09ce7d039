import { connect } from "node:net";

/** An answer as received on the socket. */
export interface RawAnswer {
  readonly status: number;
  /** Values by lower-case name; the last value of a repeated header. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Sends a request with exactly the given target, which a client library would normalise, and reads until the server closes.
 * After a reset, returns what arrived before.
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

/** Sends exactly the given bytes, which a client library would normalise, and reads until the server closes. */
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

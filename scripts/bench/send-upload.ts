import { connect } from "node:net";

/** Sends a request as fast as the server reads it: `before`, `size` zero bytes, `after`. Returns the status and the seconds. */
export async function send(
  port: number,
  head: readonly string[],
  body: { readonly before: Uint8Array; readonly size: number; readonly after: Uint8Array },
): Promise<{ readonly status: number; readonly seconds: number }> {
  const length = body.before.length + body.size + body.after.length;
  const chunk = new Uint8Array(1024 ** 2);
  const startedAt = performance.now();
  const socket = connect(port, "127.0.0.1");
  const answered = new Promise<number>((resolve, reject) => {
    socket.once("data", (data) => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(data.toString("latin1"))?.[1])));
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("The connection ended without a response.")));
  });
  answered.catch(() => undefined);
  socket.write([...head, `Content-Length: ${length}`, "", ""].join("\r\n"));
  socket.write(body.before);
  for (let left = body.size; left > 0; left -= chunk.length) {
    if (!socket.write(chunk.subarray(0, left)))
      await new Promise<void>((resolve) => void socket.once("drain", resolve));
  }
  socket.write(body.after);
  const status = await answered;
  const seconds = (performance.now() - startedAt) / 1_000;
  socket.destroy();
  return { status, seconds };
}

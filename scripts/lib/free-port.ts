import { createServer } from "node:net";

/** Returns `preferred` if it is free, otherwise a port that the system picks. */
export async function freePort(preferred = 0): Promise<number> {
  return (await listenOnce(preferred)) ?? (await listenOnce(0)) ?? preferred;
}

/** Listens on a port of the loopback address, closes it again, and returns its number. Null if the port is taken. */
function listenOnce(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : null));
    });
  });
}

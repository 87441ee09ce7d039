/** The baseline of scripts/bench/upload.ts: writes the body of a PUT to disk and computes its SHA-256. Prints its port. */
import { open } from "node:fs/promises";

const path = process.argv[2] ?? "/dev/null";
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  async fetch(request) {
    const digest = new Bun.CryptoHasher("sha256");
    const file = await open(path, "w");
    for await (const chunk of request.body ?? []) {
      digest.update(chunk);
      await file.write(chunk);
    }
    await file.close();
    return new Response(digest.digest("hex"));
  },
});
console.log(server.port);

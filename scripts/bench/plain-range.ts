/** The baseline of scripts/bench/ranges.ts: `Bun.serve` that returns a slice of a file, without signatures. Prints its port. */
const path = process.argv[2] ?? "/dev/null";
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  development: false,
  fetch(request) {
    const [first = "0", last = "0"] = request.headers.get("range")?.replace("bytes=", "").split("-") ?? [];
    return new Response(Bun.file(path).slice(Number(first), Number(last) + 1), { status: 206 });
  },
});
console.log(server.port);

import { EXAMPLE_SERVER } from "./song.ts";

const DIGEST = "f8f8f0cee0f4a84f06370a22038f63f0b36e2ed596621e1d33e6b39c4e9c9b22";

export const EXAMPLE_BLOCKLIST = {
  data: [
    { type: "blocked_digests", id: DIGEST, attributes: { kind: "pdq", reason: "Test chart", is_removable: true } },
  ],
  links: { self: `${EXAMPLE_SERVER}/v1/admin/blocklist` },
};
export const EXAMPLE_BLOCK_DIGEST = {
  data: { type: "blocked_digests", attributes: { digest: DIGEST, reason: "Test chart" } },
};
export const EXAMPLE_BLOCKED = {
  data: { type: "blockings", id: "current", attributes: { digests: [DIGEST], added: [DIGEST] } },
};

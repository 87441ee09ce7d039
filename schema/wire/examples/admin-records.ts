import { EXAMPLE_SERVER } from "./song.ts";

const KEY = { key_id: "0f8fad5b-d9cb-469f-a165-70867728950e", key_name: "Editing" };

export const EXAMPLE_USAGE = {
  data: [
    {
      type: "usage",
      id: `2026-03 ${KEY.key_id} text billed`,
      attributes: { period: "2026-03", ...KEY, tier: "text", billed: true, count: 412 },
    },
  ],
  links: { self: `${EXAMPLE_SERVER}/v1/admin/usage` },
};

export const EXAMPLE_AUDIT = {
  data: [
    {
      type: "audit_entries",
      id: "4711",
      attributes: {
        at: "2026-03-04T10:15:00.000Z",
        actor: "user",
        actor_name: "Kim",
        action: "key.changed",
        objects: { key: KEY.key_id, fields: ["rate"] },
        outcome: "done",
        request: "3c0c1ff1-6ba2-4a94-9a56-8cf5fb0f3b8e",
      },
    },
  ],
  links: { self: `${EXAMPLE_SERVER}/v1/admin/audit` },
};

import { type Static, Type } from "@sinclair/typebox";
import { adminDocument, adminList, adminRequest, adminResource } from "./admin.ts";
import { CLOSED } from "./jsonapi.ts";

/** Characters of a reason, which is a comment in a line of a file. */
export const BLOCK_REASON_MAX = 200;
const Reason = Type.String({ maxLength: BLOCK_REASON_MAX, description: "Why it is blocked. One line." });

const Entry = Type.Object(
  {
    kind: Type.Union([Type.Literal("pdq"), Type.Literal("short")], {
      description: "`pdq`: a PDQ digest of 256 bits. `short`: 64 bits (DCT, difference or average).",
    }),
    reason: Reason,
    is_removable: Type.Boolean({
      description: "False for an entry of the operator's own file (NEEDLEDROP_BLOCKLIST).",
    }),
  },
  CLOSED,
);
export type AdminBlockAttributes = Static<typeof Entry>;
/** `GET /v1/admin/blocklist`. The id of an entry is its digest, in hexadecimal. */
export const AdminBlocklist = adminList("AdminBlocklist", adminResource("blocked_digests", Entry));

/** `POST /v1/admin/blocklist` */
export const BlockDigestRequest = adminRequest(
  "BlockDigestRequest",
  "blocked_digests",
  Type.Object(
    {
      digest: Type.String({
        pattern: "^(0[xX])?([0-9a-fA-F]{16}|[0-9a-fA-F]{64})$",
        description: "A perceptual digest: 16 or 64 hexadecimal digits.",
      }),
      reason: Type.Optional(Reason),
    },
    CLOSED,
  ),
);

/** The form of `POST /v1/admin/blocklist/files`. Documentation only: the form is parsed as a stream. */
export const BlockFileForm = Type.Object(
  { file: Type.String({ format: "binary", description: "The bytes of one picture or film." }) },
  { $id: "BlockFileForm" },
);

/** The answer to both. */
export const BlockedDocument = adminDocument(
  "BlockedDocument",
  adminResource(
    "blockings",
    Type.Object(
      {
        digests: Type.Array(Type.String(), { description: "Those of the file, or the given one." }),
        added: Type.Array(Type.String(), { description: "Those that were not on the list before." }),
      },
      CLOSED,
    ),
  ),
);

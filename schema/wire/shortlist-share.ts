import { type Static, Type } from "@sinclair/typebox";
import { CLOSED, orNull, SelfLink } from "./jsonapi.ts";

const DAYS_MAX = 90;

/** What a request sets of a shared link. A refusal quotes the descriptions as "expected …". */
export const ShareAttributes = Type.Object(
  {
    recipient: Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: String.raw`^[^\u0000-\u001f\u007f-\u009f]*$`,
      description: "a name of 1 to 100 characters on one line",
    }),
    days: Type.Integer({ minimum: 1, maximum: DAYS_MAX, description: `a whole number of days from 1 to ${DAYS_MAX}` }),
    with_notes: Type.Optional(
      Type.Boolean({ description: "true or false: whether the page has the notes on the songs" }),
    ),
    imprint: Type.Optional(
      Type.Boolean({ description: "true or false: whether files have an imprint of the recipient (default: true)" }),
    ),
  },
  CLOSED,
);
export type ShareAttributes = Static<typeof ShareAttributes>;

export const NewShortlistShare = Type.Object(
  { data: Type.Object({ type: Type.Literal("shortlist_shares"), attributes: ShareAttributes }) },
  { $id: "NewShortlistShare" },
);

const DateTime = Type.String({ format: "date-time" });

const ShortlistShare = Type.Object(
  {
    type: Type.Literal("shortlist_shares"),
    id: Type.String({ format: "uuid" }),
    attributes: Type.Object(
      {
        recipient: Type.String(),
        with_notes: Type.Boolean(),
        imprint: Type.Boolean({
          description: "Whether files have an inaudible imprint, by which a copy is traced to this recipient.",
        }),
        state: Type.Union([Type.Literal("active"), Type.Literal("expired"), Type.Literal("revoked")]),
        url: orNull(
          Type.String({ format: "uri" }),
          "The link for the recipient, who needs no account; null if it does not work any more.",
        ),
        created_at: DateTime,
        expires_at: DateTime,
        revoked_at: orNull(DateTime),
        opens: Type.Integer({ minimum: 0, description: "How often the page was opened." }),
        last_opened_at: orNull(DateTime),
      },
      CLOSED,
    ),
  },
  { ...CLOSED, $id: "ShortlistShare" },
);

export const ShortlistShareDocument = Type.Object(
  { data: ShortlistShare },
  { ...CLOSED, $id: "ShortlistShareDocument" },
);

/** `GET /v1/shortlists/:id/shares` */
export const ShortlistShares = Type.Object(
  { data: Type.Array(ShortlistShare, { description: "Newest first." }), links: SelfLink },
  { ...CLOSED, $id: "ShortlistShares" },
);

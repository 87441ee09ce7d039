import { type Static, Type } from "@sinclair/typebox";
import { adminDocument, adminResource, Moment } from "./admin.ts";
import { CLOSED, orNull } from "./jsonapi.ts";

const WatermarkTrace = Type.Object(
  {
    recipient: Type.String({ description: "The name that the recipient was given." }),
    number: Type.Integer({ description: "The recipient's number, which determines the imprint." }),
    kind: Type.Union([Type.Literal("share"), Type.Literal("key")], {
      description: "Whether the file is from a shared link or from an API key.",
    }),
    key_id: Type.String({ description: "The key of the recipient, or of whoever shared the list." }),
    key_name: orNull(Type.String()),
    share_id: orNull(Type.String(), "The shared link; null for a key."),
    shortlist: orNull(Type.String(), "The name of the list when it was shared; null for a key."),
    created_at: Moment,
    state: Type.Union(
      ["active", "expired", "revoked", "replaced", "forgotten"].map((state) => Type.Literal(state)),
      {
        description:
          "The state of the link or key now. `replaced`: the key has another recipient. `forgotten`: the link was deleted.",
      },
    ),
    score: Type.Number({ description: "The correlation in standard deviations." }),
    false_accusation_rate: Type.Number({
      description: "The greatest chance of such a score for anybody whose imprint is not in the file.",
    }),
    from: Type.Number({ description: "Where the imprint was found, in seconds." }),
    to: Type.Number(),
  },
  CLOSED,
);
export type WatermarkTrace = Static<typeof WatermarkTrace>;

export const WatermarkSearch = Type.Object(
  {
    found: Type.Array(WatermarkTrace, { description: "The most certain first. Empty if no imprint was found." }),
    threshold: orNull(Type.Number(), "Scores from here on are found. Null for silence, which is not searched."),
    best_score: orNull(Type.Number(), "The highest score of any recipient; null if nothing was searched."),
    false_accusation_rate_max: Type.Number({ description: "The rate that the threshold stands for." }),
    recipients: Type.Integer({ description: "How many recipients there are." }),
    correlations: Type.Integer({ description: "How many correlations were computed." }),
    seconds: Type.Number({ description: "How much of the file was searched." }),
  },
  CLOSED,
);
export type WatermarkSearch = Static<typeof WatermarkSearch>;

/** `POST /v1/admin/watermark/identify` */
export const WatermarkSearchDocument = adminDocument(
  "WatermarkSearchDocument",
  adminResource("watermark_searches", WatermarkSearch),
);

import { Type } from "@sinclair/typebox";
import { AI_USES, CLEARANCES, QUOTES } from "../rights.ts";
import { CLOSED, orNull } from "./jsonapi.ts";

const UNKNOWN = "Null: not on file.";
const oneOf = (values: readonly string[]) => Type.Union(values.map((one) => Type.Literal(one)));
const Territories = Type.Array(
  Type.String({ pattern: "^[A-Z]{2}$", description: "A code of ISO 3166-1, or `WW` for all countries." }),
);

const Holder = Type.Object(
  {
    name: Type.String(),
    role: Type.String({ description: "As the catalog has it; can be empty." }),
    ipi: Type.String({ description: "The IPI name number, 11 digits; empty if it is not on file." }),
    society: Type.String({ description: "The society for performing rights; empty if it is not on file." }),
    share: orNull(Type.Number({ minimum: 0, maximum: 100 }), `Percent. ${UNKNOWN}`),
  },
  { ...CLOSED, $id: "RightsHolder" },
);

export const Rights = Type.Object(
  {
    writers: Type.Array(Holder),
    publishers: Type.Array(Holder),
    iswc: orNull(Type.String({ pattern: "^T-\\d{3}\\.\\d{3}\\.\\d{3}-\\d$" }), UNKNOWN),
    master_owner: orNull(Type.String(), UNKNOWN),
    one_stop: orNull(Type.Boolean(), `Whether one licensor grants master and publishing. ${UNKNOWN}`),
    clearance: orNull(oneOf(CLEARANCES), UNKNOWN),
    territories: orNull(Territories, `Where the song can be licensed. ${UNKNOWN}`),
    excluded_territories: Territories,
    excluded_uses: Type.Array(Type.String(), { description: "Uses that the licensor refuses." }),
    fee_class: orNull(Type.String(), UNKNOWN),
    samples: orNull(Type.Array(oneOf(QUOTES)), `What the song takes from others; empty for nothing. ${UNKNOWN}`),
    ai: orNull(oneOf(AI_USES), `Whether it was made by people, with AI, or by AI. ${UNKNOWN}`),
    exclusive: orNull(Type.Boolean(), `Whether it is licensed exclusively to somebody. ${UNKNOWN}`),
    exclusive_to: orNull(Type.String(), UNKNOWN),
    exclusive_until: orNull(
      Type.Integer(),
      "The end of the exclusive licence in Unix seconds; null if no end is on file.",
    ),
  },
  {
    ...CLOSED,
    $id: "Rights",
    description: "The rights of a song as the catalog states them. Nothing is inferred.",
  },
);

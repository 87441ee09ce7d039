import { Type } from "@sinclair/typebox";
import { FACETS } from "../song.ts";
import { CLOSED, orNull, SelfLink } from "./jsonapi.ts";

const count = (description: string) => Type.Integer({ minimum: 0, description });

/** `GET /v1/catalog`: the live catalog in numbers. */
export const CatalogDocument = Type.Object(
  {
    data: Type.Object(
      {
        type: Type.Literal("catalogs"),
        id: Type.String({ description: "The version, or `empty` before the first import." }),
        attributes: Type.Object(
          {
            version: Type.String({ description: "Digest of the content; equal catalogs have the same version." }),
            generation: orNull(
              Type.Integer(),
              "Goes up by one with every import that changes something; null before the first.",
            ),
            imported_at: orNull(Type.String({ format: "date-time" }), "ISO 8601 UTC; null before the first import."),
            songs: count("Number of songs."),
            artists: count("Number of artists."),
            tags: Type.Object(
              Object.fromEntries(FACETS.map((facet) => [facet, count("Number of different tags.")])),
              CLOSED,
            ),
          },
          CLOSED,
        ),
        links: SelfLink,
      },
      CLOSED,
    ),
  },
  { ...CLOSED, $id: "CatalogDocument" },
);

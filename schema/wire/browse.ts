import { Type } from "@sinclair/typebox";
import { CLOSED, orNull, SelfLink } from "./jsonapi.ts";
import { Artist } from "./song.ts";

const count = (description: string) => Type.Integer({ minimum: 0, description });

const PagedLinks = Type.Object(
  {
    self: Type.String({ format: "uri" }),
    next: orNull(Type.String({ format: "uri" }), "The next page; null on the last page."),
  },
  CLOSED,
);

const Facet = Type.Object(
  {
    type: Type.Literal("facets"),
    id: Type.String({ description: "The name of the filter that takes the values." }),
    attributes: Type.Object(
      {
        values: Type.Array(
          Type.Object(
            { value: Type.String({ description: "As the filter takes it." }), count: count("Songs with the value.") },
            CLOSED,
          ),
        ),
        more: count("Values with fewer songs that are left out."),
      },
      CLOSED,
    ),
  },
  { ...CLOSED, $id: "Facet" },
);

/** `GET /v1/facets` */
export const FacetList = Type.Object(
  {
    data: Type.Array(Facet),
    meta: Type.Object({ total: count("Songs that match all filters.") }, CLOSED),
    links: SelfLink,
  },
  { ...CLOSED, $id: "FacetList" },
);

const Playlist = Type.Object(
  {
    type: Type.Literal("playlists"),
    id: Type.String(),
    attributes: Type.Object(
      {
        name: Type.String({ description: "Empty if the catalog does not name the playlist." }),
        public: Type.Boolean({ description: "Whether every key sees it." }),
        songs: count("Number of songs."),
      },
      CLOSED,
    ),
    links: SelfLink,
  },
  { ...CLOSED, $id: "Playlist" },
);

/** `GET /v1/playlists` */
export const PlaylistList = Type.Object(
  {
    data: Type.Array(Playlist),
    meta: Type.Object({ total: count("Playlists that the key can see.") }, CLOSED),
    links: PagedLinks,
  },
  { ...CLOSED, $id: "PlaylistList" },
);

/** `GET /v1/playlists/:id` */
export const PlaylistDocument = Type.Object({ data: Playlist }, { ...CLOSED, $id: "PlaylistDocument" });

/** `GET /v1/artists/:id` */
export const ArtistDocument = Type.Object(
  {
    data: Type.Object({ ...Artist.properties, links: SelfLink }, CLOSED),
    meta: Type.Object({ songs: count("Number of songs of the artist.") }, CLOSED),
  },
  { ...CLOSED, $id: "ArtistDocument" },
);

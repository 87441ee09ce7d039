import { type Static, Type } from "@sinclair/typebox";
import { CLOSED, SelfLink } from "./jsonapi.ts";

/** Why a song has no hit points in a film. */
export const NO_HIT_POINTS = ["no_pulse", "few_cuts", "chance"] as const;
export type NoHitPoints = (typeof NO_HIT_POINTS)[number];

const Share = Type.Number({ minimum: 0, maximum: 1 });
const Seconds = Type.Number({ minimum: 0 });

export const HitPoints = Type.Object(
  {
    reason: Type.Union([...NO_HIT_POINTS.map((reason) => Type.Literal(reason)), Type.Null()], {
      description:
        "Why there are no offsets: the song has no sure pulse, the film has fewer than four cuts, or no offset is better than chance.",
    }),
    cuts: Type.Integer({ minimum: 0, description: "The number of cuts of the film that are compared, at most 500." }),
    chance: Type.Union([Share, Type.Null()], {
      description:
        "The greatest share of hits that 19 films reach with as many cuts at random times. Null if nothing was compared.",
    }),
    offsets: Type.Array(
      Type.Object(
        {
          offset: Type.Number({
            description:
              "Seconds from the start of the film to the start of the song; negative if the song begins first.",
          }),
          score: Type.Number({
            minimum: 0,
            maximum: 1,
            description: "Three quarters from the share of hits above chance, a quarter from the energy.",
          }),
          share: Type.Number({
            minimum: 0,
            maximum: 1,
            description: "The share of the cuts, by their strength, that are within 80 ms of a downbeat.",
          }),
          energy: Type.Union([Type.Number({ minimum: -1, maximum: 1 }), Type.Null()], {
            description:
              "The correlation of the film's energy with that of the song's sections; null where one of them does not change.",
          }),
          hits: Type.Array(Type.Object({ cut: Seconds, downbeat: Seconds }, CLOSED), {
            description: "The cuts on downbeats: seconds from the start of the film, and from the start of the song.",
          }),
        },
        CLOSED,
      ),
      { maxItems: 3, description: "The best first." },
    ),
  },
  CLOSED,
);
export type HitPoints = Static<typeof HitPoints>;

/** `GET /v1/songs/:id/hit-points` */
export const HitPointsDocument = Type.Object(
  {
    data: Type.Object({ type: Type.Literal("hit_points"), id: Type.String(), attributes: HitPoints }, CLOSED),
    links: SelfLink,
  },
  { ...CLOSED, $id: "HitPointsDocument" },
);
export type HitPointsDocument = Static<typeof HitPointsDocument>;

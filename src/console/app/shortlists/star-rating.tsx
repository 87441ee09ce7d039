import { t } from "../lib/texts.ts";

const STARS = [1, 2, 3, 4, 5] as const;

interface StarRatingProps {
  readonly label: string;
  /** 0 if there is no rating. */
  readonly value: number;
  readonly onChoose: (rating: number) => void;
}

/** Five stars as buttons. The star of the present rating takes it away. */
export function StarRating({ label, value, onChoose }: StarRatingProps) {
  return (
    <div class="stars" role="group" aria-label={label}>
      {STARS.map((star) => (
        <button
          key={star}
          type="button"
          class={star <= value ? "star on" : "star"}
          aria-label={t("entry.stars", { count: star })}
          aria-pressed={star === value}
          onClick={() => onChoose(star === value ? 0 : star)}
        >
          <span aria-hidden="true">{star <= value ? "★" : "☆"}</span>
        </button>
      ))}
    </div>
  );
}

import { result } from "../search/search-state.ts";
import { RefineForm } from "./refine-form.tsx";
import { Trail } from "./trail.tsx";

/** The turns of the search, and the field for the next one. It stays in view while the songs are scrolled. */
export function Turns() {
  if (result.value === null) return null;
  return (
    <div class="turns">
      <Trail />
      <RefineForm />
    </div>
  );
}

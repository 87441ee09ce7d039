import { useMemo } from "preact/hooks";
import { type Act, newAct } from "./new-act.ts";

/** The state of a button that changes something on the server, or of a page that reads from it. */
export function useAct(): Act {
  return useMemo(newAct, []);
}

export { once } from "../lib/once.ts";

/** The activity of a user for other modules. */
export { listActivityOfUser } from "./store.ts";

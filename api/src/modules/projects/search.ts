/** Project results of the workspace search. */
export { searchProjects } from "./store.ts";

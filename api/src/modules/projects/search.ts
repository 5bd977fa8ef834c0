/** Projects for the search across a workspace. */
export { searchProjects } from "./store.ts";

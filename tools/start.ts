/** `npm start`: the whole of Boreal on this machine. */
import { runWorld } from "./run-world.ts";

await runWorld(null);

/** `npm start`: the whole of Boreal on this machine. */
import { runLocalStack } from "./run-world.ts";

await runLocalStack(null);

/** `npm start`: the whole of Boreal on this machine. */
import { runLocalStack } from "./run-local-stack.ts";

await runLocalStack(null);

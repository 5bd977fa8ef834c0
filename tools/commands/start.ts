/** `npm start`: the whole of Boreal on this machine. */
import { runLocalStack } from "../stack/run-local-stack.ts";

await runLocalStack(null);

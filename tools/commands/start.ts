/** `npm start`: runs the whole local stack. */
import { runLocalStack } from "../stack/run-local-stack.ts";

await runLocalStack(null);

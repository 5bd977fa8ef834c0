/** `npm run dev`: the local stack; server, worker and console reload when the code changes. */
import { runLocalStack } from "../stack/run-local-stack.ts";

await runLocalStack({ vitePort: 5173 });

/** `npm run dev`: the same world, in which server, worker and console follow the code as it changes. */
import { runLocalStack } from "../stack/run-local-stack.ts";

await runLocalStack({ vitePort: 5173 });

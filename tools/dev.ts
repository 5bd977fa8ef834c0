/** `npm run dev`: the same world, in which server, worker and console follow the code as it changes. */
import { runWorld } from "./run-world.ts";

await runWorld({ vitePort: 5173 });

import { tmpdir } from "node:os";
import { join } from "node:path";

/** Compiled modules of the processes that tests start. Node keeps those of each of its versions apart. */
export const compileCacheFolder = join(tmpdir(), "boreal-test-processes");

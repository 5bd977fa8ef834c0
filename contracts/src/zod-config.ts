/**
 * Disables zod's JIT in browsers. Zod tests with the first object whether it may compile code from text; the content
 * security policy rejects and reports that. Import this file before any object is declared.
 */
import { z } from "zod";

z.config({ jitless: "document" in globalThis });

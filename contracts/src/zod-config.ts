/**
 * Zod speeds objects up with code made from text, and tries at the first object whether it may. In a
 * page the content security policy refuses that, and reports it; so it is not tried there. Imported
 * before any object is declared.
 */
import { z } from "zod";

z.config({ jitless: "document" in globalThis });

/** Writes the API document to dist/openapi.json, where it is linted and where others take it from. */
import { mkdirSync, writeFileSync } from "node:fs";
import { openApiDocument } from "#api/openapi.ts";

const folder = new URL("../dist/", import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL("openapi.json", folder), `${JSON.stringify(openApiDocument(), null, 2)}\n`);

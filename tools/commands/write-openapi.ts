/** Writes the OpenAPI document to dist/openapi.json, for linters and client generators. */
import { mkdirSync, writeFileSync } from "node:fs";
import { openApiDocument } from "#api/openapi.ts";

mkdirSync("dist", { recursive: true });
writeFileSync("dist/openapi.json", `${JSON.stringify(openApiDocument(), null, 2)}\n`);

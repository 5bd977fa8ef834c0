/**
 * Leaves the JSON Schema half of zod out of the console: every schema carries it as a method, so no
 * bundler can tell that it is never called. The server writes the API document.
 */
import type { Plugin } from "vite";

const jsonSchemaModule =
  /[\\/]zod[\\/]v4[\\/]core[\\/](?:json-schema-processors|to-json-schema)\.js$/;
const exported = /^export (?:const|function) (?<plain>\w+)|^export \{ \w+ as (?<renamed>\w+) \};/gm;

export function stripZodJsonSchema(): Plugin {
  return {
    name: "boreal:lean-zod",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: jsonSchemaModule },
      handler(code) {
        const names = [...code.matchAll(exported)].map(
          ({ groups }) => groups?.["plain"] ?? groups?.["renamed"] ?? "",
        );
        return {
          code: `const none = () => none;\nexport { ${names.map((name) => `none as ${name}`).join(", ")} };\n`,
          map: { mappings: "" },
        };
      },
    },
  };
}

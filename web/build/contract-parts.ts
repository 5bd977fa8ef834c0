/**
 * Splits the contracts for the console. Each declaration becomes a module of its own, so that a page loads only those
 * it uses. An endpoint keeps what the console needs to send its request and to decide who may; the schemas of its body
 * and query are loaded on demand (src/lib/api/endpoint-schema.ts). Thus a page shows without zod.
 */
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { type ContractSource, ImportStatement, readContract } from "./contract-source.ts";

const folder = fileURLToPath(new URL("../../contracts/src/", import.meta.url));

/** Configures zod, and must run before any schema is built. It has effects and no declarations. */
const zodConfig = `${folder}zod-config.ts`;

/** A contract file, with `?declaration=name` or `?schemas`. */
const contractFile =
  /^(?<file>[^?]*[\\/]contracts[\\/]src[\\/][\w/-]+\.ts)(?:\?(?<part>declaration=(?<name>[\w$]+)|schemas))?$/;

const declarationId = (file: string, name: string) => `${file}?declaration=${name}`;
const schemasId = (file: string) => `${file}?schemas`;

const importOf = (name: string, local: string, from: string) =>
  `import { ${name} as ${local} } from ${JSON.stringify(from)};`;

export function contractParts(): Plugin[] {
  const sources = new Map<string, Promise<ContractSource>>();
  type Parse = Parameters<typeof readContract>[1];

  const read = (file: string, parse: Parse): Promise<ContractSource> => {
    const load = (schema: string) =>
      `{ load: () => import(${JSON.stringify(schemasId(file))}).then((schemas) => schemas.${schema}) }`;
    const reading = sources.get(file) ?? readContract(file, parse, load);
    sources.set(file, reading);
    return reading;
  };

  /** The imports of code with these names, from the declarations that they mean. */
  function importsFor(file: string, source: ContractSource, uses: Iterable<string>, own?: string) {
    const lines: string[] = [];
    for (const name of uses) {
      if (name === own) continue;
      const imported = source.imports.get(name);
      if (imported?.from.startsWith(".") === true) {
        const from = fileURLToPath(new URL(imported.from, `file://${file}`));
        lines.push(importOf(imported.name, name, declarationId(from, imported.name)));
      } else if (imported !== undefined) {
        if (imported.from === "zod") lines.push(`import ${JSON.stringify(zodConfig)};`);
        lines.push(importOf(imported.name, name, imported.from));
      } else if (source.declarations.has(name) || source.groups.has(name))
        lines.push(importOf(name, name, declarationId(file, name)));
    }
    return lines.join("\n");
  }

  function declarationCode(file: string, source: ContractSource, name: string): string {
    const declaration = source.declarations.get(name);
    if (declaration !== undefined)
      return `${importsFor(file, source, declaration.uses, name)}\n${declaration.code}\nexport { ${name} };`;
    const group = source.groups.get(name);
    if (group === undefined) throw new Error(`${file} does not declare ${name}`);
    return `${importsFor(file, source, group.uses, name)}\nexport const ${name} = ${group.code};`;
  }

  function schemasCode(file: string, source: ContractSource): string {
    const schemas = [...source.groups].flatMap(([group, { schemas: ofGroup }]) =>
      [...ofGroup].map(([name, schema]) => ({ name: `${group}_${name}`, ...schema })),
    );
    const uses = new Set(schemas.flatMap((schema) => [...schema.uses]));
    const lines = schemas.map(({ name, code }) => `export const ${name} = ${code};`);
    return `${importsFor(file, source, uses)}\n${lines.join("\n")}`;
  }

  const split: Plugin = {
    name: "boreal:contract-parts",
    apply: "build",
    enforce: "pre",
    buildStart() {
      sources.clear();
    },
    resolveId: {
      filter: { id: /\?(?:declaration=|schemas$)/ },
      handler: (id) => ({ id, moduleSideEffects: false }),
    },
    load: {
      filter: { id: /[\\/]contracts[\\/]src[\\/]/ },
      async handler(id) {
        const { file, part, name } = contractFile.exec(id)?.groups ?? {};
        if (file === undefined || file === zodConfig) return null;
        const source = await read(file, (code) => this.parse(code));
        if (name !== undefined)
          return { code: declarationCode(file, source, name), moduleSideEffects: false };
        if (part !== undefined)
          return { code: schemasCode(file, source), moduleSideEffects: false };
        const exported = [...source.declarations, ...source.groups].filter(
          ([, { isExported }]) => isExported,
        );
        const lines = exported.map(
          ([each]) => `export { ${each} } from ${JSON.stringify(declarationId(file, each))};`,
        );
        return { code: lines.join("\n"), moduleSideEffects: false };
      },
    },
  };

  /** Imports of contracts lead to the declarations, so that the import graph shows which page needs which of them. */
  const direct: Plugin = {
    name: "boreal:contract-imports",
    apply: "build",
    enforce: "post",
    transform: {
      filter: { id: /[\\/]web[\\/]src[\\/].*\.tsx?(?:\?|$)/, code: /#contracts\// },
      handler(code) {
        let rewritten = code;
        for (const statement of this.parse(code).body.toReversed()) {
          const { data } = ImportStatement.safeParse(statement);
          const name = /^#contracts\/(?<name>.+)$/.exec(data?.source.value ?? "")?.groups?.["name"];
          if (data === undefined || name === undefined) continue;
          const lines = data.specifiers.map(({ local, imported = local }) =>
            importOf(imported.name, local.name, declarationId(`${folder}${name}`, imported.name)),
          );
          rewritten = rewritten.slice(0, data.start) + lines.join("") + rewritten.slice(data.end);
        }
        return { code: rewritten, map: null };
      },
    },
  };

  return [split, direct];
}

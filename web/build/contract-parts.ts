/**
 * Splits the contracts for the console. Each declaration and each endpoint becomes a module of its own, so that a page
 * loads only those it uses. An endpoint keeps what the console needs to send its request and to decide who may; the
 * schemas of its body and query are loaded on demand (src/lib/api/endpoint-schema.ts). Thus a page shows without zod.
 */
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import {
  type ContractSource,
  ImportStatement,
  memberUses,
  type Parse,
  readContract,
} from "./contract-source.ts";

const folder = fileURLToPath(new URL("../../contracts/src/", import.meta.url));

/** Configures zod, and must run before any schema is built. It has effects and no declarations. */
const zodConfig = `${folder}zod-config.ts`;

/** A contract file, with `?declaration=name`, `?declaration=group-endpoint` or `?schemas`. */
const contractFile =
  /^(?<file>[^?]*[\\/]contracts[\\/]src[\\/][\w/-]+\.ts)(?:\?(?<part>declaration=(?<name>[\w$]+)(?:-(?<endpoint>[\w$]+))?|schemas))?$/;

const declarationId = (file: string, name: string) => `${file}?declaration=${name}`;
const schemasId = (file: string) => `${file}?schemas`;

/** Declarations that only the server needs, with what the console has in their place: it words reasons itself. */
const onlyForServer: ReadonlyMap<string, string> = new Map([
  [
    declarationId(`${folder}problem-reasons.ts`, "englishMessage"),
    'export const englishMessage = () => "";',
  ],
  [
    declarationId(`${folder}problem-reasons.ts`, "ownParams"),
    "export const ownParams = (code, given) => given ?? {};",
  ],
]);

const importOf = (name: string, local: string, from: string) =>
  `import { ${name} as ${local} } from ${JSON.stringify(from)};`;

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const applyEdits = (code: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code);

/** The imports of code with these names, from the declarations that they mean. */
function importsFor(
  file: string,
  source: ContractSource,
  uses: Iterable<string>,
  own?: string,
): string {
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
  const keys = [...group.endpoints.keys()];
  const lines = keys.map((key) =>
    importOf("endpoint", `${key}_`, declarationId(file, `${name}-${key}`)),
  );
  const members = keys.map((key) => `${key}: ${key}_`);
  return `${lines.join("\n")}\nexport const ${name} = { ${members.join(", ")} };`;
}

function endpointCode(file: string, source: ContractSource, name: string, key: string): string {
  const endpoint = source.groups.get(name)?.endpoints.get(key);
  if (endpoint === undefined) throw new Error(`${file} does not declare ${name}.${key}`);
  return `${importsFor(file, source, endpoint.uses)}\nexport const endpoint = ${endpoint.code};`;
}

function schemasCode(file: string, source: ContractSource): string {
  const schemas = [...source.groups].flatMap(([group, { schemas: ofGroup }]) =>
    [...ofGroup].map(([name, schema]) => ({ name: `${group}_${name}`, ...schema })),
  );
  const uses = new Set(schemas.flatMap((schema) => [...schema.uses]));
  const lines = schemas.map(({ name, code }) => `export const ${name} = ${code};`);
  return `${importsFor(file, source, uses)}\n${lines.join("\n")}`;
}

/** All declarations, for an import of the file as a whole. */
function fileCode(file: string, source: ContractSource): string {
  const exported = [...source.declarations, ...source.groups].filter(
    ([, { isExported }]) => isExported,
  );
  const lines = exported.map(
    ([name]) => `export { ${name} } from ${JSON.stringify(declarationId(file, name))};`,
  );
  return lines.join("\n");
}

export function contractParts(): Plugin[] {
  const sources = new Map<string, Promise<ContractSource>>();

  const read = (file: string, parse: Parse): Promise<ContractSource> => {
    const load = (schema: string) =>
      `{ load: () => import(${JSON.stringify(schemasId(file))}).then((schemas) => schemas.${schema}) }`;
    const reading = sources.get(file) ?? readContract(file, parse, load);
    sources.set(file, reading);
    return reading;
  };

  /** Replaces `auth.login` by an import of this endpoint, where code uses a group of endpoints in no other way. */
  async function importEndpoints(code: string, parse: Parse): Promise<string> {
    const { body } = parse(code);
    const edits: Edit[] = [];
    for (const statement of body) {
      const { data } = ImportStatement.safeParse(statement);
      const { file, name } = contractFile.exec(data?.source.value ?? "")?.groups ?? {};
      const local = data?.specifiers[0]?.local.name;
      if (data === undefined || file === undefined || name === undefined || local === undefined)
        continue;
      const group = (await read(file, parse)).groups.get(name);
      const uses = group === undefined ? null : memberUses(body, local, group.endpoints);
      if (uses === null) continue;
      const lines = [...new Set(uses.map(({ property }) => property))].map((key) =>
        importOf("endpoint", `${local}$${key}`, declarationId(file, `${name}-${key}`)),
      );
      edits.push({ start: data.start, end: data.end, text: lines.join("") });
      for (const { start, end, property } of uses)
        edits.push({ start, end, text: `${local}$${property}` });
    }
    return applyEdits(code, edits);
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
        const { file, part, name, endpoint } = contractFile.exec(id)?.groups ?? {};
        if (file === undefined || file === zodConfig) return null;
        const parse: Parse = (code) => this.parse(code);
        const source = await read(file, parse);
        const replacement = onlyForServer.get(id);
        let written: string;
        if (replacement !== undefined) written = replacement;
        else if (part === undefined) written = fileCode(file, source);
        else if (name === undefined) written = schemasCode(file, source);
        else if (endpoint === undefined) written = declarationCode(file, source, name);
        else written = endpointCode(file, source, name, endpoint);
        return { code: await importEndpoints(written, parse), moduleSideEffects: false };
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
      async handler(code) {
        const parse: Parse = (text) => this.parse(text);
        const edits: Edit[] = [];
        for (const statement of parse(code).body) {
          const { data } = ImportStatement.safeParse(statement);
          const name = /^#contracts\/(?<name>.+)$/.exec(data?.source.value ?? "")?.groups?.["name"];
          if (data === undefined || name === undefined) continue;
          const lines = data.specifiers.map(({ local, imported = local }) =>
            importOf(imported.name, local.name, declarationId(`${folder}${name}`, imported.name)),
          );
          edits.push({ start: data.start, end: data.end, text: lines.join("") });
        }
        return { code: await importEndpoints(applyEdits(code, edits), parse), map: null };
      },
    },
  };

  return [split, direct];
}

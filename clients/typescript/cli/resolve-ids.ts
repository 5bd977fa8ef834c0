/** Resolves names to ids. Users may type either; endpoints accept ids only. */
import {
  BorealError,
  type CallOptions,
  type Instance,
  type ListedCredential,
  type Page,
  type Project,
} from "../src/boreal.ts";
import type { CommandContext } from "./context.ts";
import { CliError } from "./exit-codes.ts";

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface SearchInput {
  readonly path: { workspace: string };
  readonly query: { search: string; perPage: number };
}

interface Kind<Row> {
  readonly label: string;
  readonly list: (input: SearchInput, options?: CallOptions) => Promise<Page<Row>>;
  readonly getName: (row: Row) => string;
}

async function listByName<Row extends { id: string }>(
  context: CommandContext,
  { list, getName }: Kind<Row>,
  name: string,
): Promise<Row[]> {
  const workspace = await context.workspace();
  const search = { path: { workspace }, query: { search: name, perPage: 100 } };
  const rows: Row[] = [];
  for await (const row of context.client().each(list, search))
    if (getName(row) === name) rows.push(row);
  return rows;
}

/** Finds the object with this name. Returns null for an id, because the token may lack the scope to list. */
async function find<Row extends { id: string }>(
  context: CommandContext,
  kind: Kind<Row>,
  name: string,
): Promise<Row | null> {
  const { label } = kind;
  if (id.test(name)) {
    await rejectAmbiguousId(context, kind, name);
    return null;
  }
  const rows = await listByName(context, kind, name);
  const [only] = rows;
  if (only === undefined) throw new CliError("notFound", `No ${label} named "${name}" found`);
  if (rows.length === 1) return only;
  const ids = rows.map((row) => row.id).join(", ");
  throw new CliError(
    "usage",
    `More than one ${label} is named "${name}"`,
    `Use the ID instead: ${ids}`,
  );
}

/** Rejects an id that is also the name of another object, because it is ambiguous. */
async function rejectAmbiguousId<Row extends { id: string }>(
  context: CommandContext,
  kind: Kind<Row>,
  text: string,
): Promise<void> {
  const named = await listByName(context, kind, text).catch((error: unknown) => {
    if (error instanceof BorealError && error.status === 403) return [];
    throw error;
  });
  const other = named.find((row) => row.id !== text.toLowerCase());
  if (other === undefined) return;
  throw new CliError(
    "usage",
    `"${text}" is the name of the ${kind.label} ${other.id}, but it also looks like an ID`,
    "Nothing was changed. Rename it, or use the console",
  );
}

const instances = (context: CommandContext): Kind<Instance> => ({
  label: "instance",
  list: context.client().instances.list,
  getName: (row) => row.hostname,
});
const projects = (context: CommandContext): Kind<Project> => ({
  label: "project",
  list: context.client().projects.list,
  getName: (row) => row.name,
});
const keys = (context: CommandContext): Kind<ListedCredential> => ({
  label: "key",
  list: context.client().credentials.list,
  getName: (row) => row.name,
});

/** Terminated instances release their hostname, so they are found by id only. */
export async function resolveInstanceId(context: CommandContext, name: string): Promise<string> {
  if ([".", ".."].includes(name)) throw new CliError("usage", `"${name}" is not a hostname`);
  return (await find(context, instances(context), name))?.id ?? name;
}

export const resolveProjectId = async (context: CommandContext, name: string): Promise<string> =>
  (await find(context, projects(context), name))?.id ?? name;

export const resolveKeyId = async (context: CommandContext, name: string): Promise<string> =>
  (await findKey(context, name)).id;

/** Includes the type if the key was found by its name. */
export async function findKey(
  context: CommandContext,
  name: string,
): Promise<{ id: string; type: string | null }> {
  const key = await find(context, keys(context), name);
  return key === null ? { id: name, type: null } : { id: key.id, type: key.type };
}

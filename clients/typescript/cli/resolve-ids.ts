/** A name, as people know things, or an id, as calls take it. */
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
  readonly called: string;
  readonly list: (input: SearchInput, options?: CallOptions) => Promise<Page<Row>>;
  readonly nameOf: (row: Row) => string;
}

async function rowsNamed<Row extends { id: string }>(
  context: CommandContext,
  { list, nameOf }: Kind<Row>,
  name: string,
): Promise<Row[]> {
  const workspace = await context.workspace();
  const search = { path: { workspace }, query: { search: name, perPage: 100 } };
  const found: Row[] = [];
  for await (const row of context.client().each(list, search))
    if (nameOf(row) === name) found.push(row);
  return found;
}

/** What has this name, or null for an id: the token may be one that does not list. */
async function find<Row extends { id: string }>(
  context: CommandContext,
  kind: Kind<Row>,
  name: string,
): Promise<Row | null> {
  const { called } = kind;
  if (id.test(name)) {
    await refuseNamesake(context, kind, name);
    return null;
  }
  const found = await rowsNamed(context, kind, name);
  const [only] = found;
  if (only === undefined) throw new CliError("notFound", `No ${called} named "${name}" found`);
  if (found.length === 1) return only;
  const ids = found.map((row) => row.id).join(", ");
  throw new CliError("usage", `More than one is named "${name}"`, `Use the ID instead: ${ids}`);
}

/** An id that is another one's name stands for both: neither is meant for certain. */
async function refuseNamesake<Row extends { id: string }>(
  context: CommandContext,
  kind: Kind<Row>,
  given: string,
): Promise<void> {
  const named = await rowsNamed(context, kind, given).catch((error: unknown) => {
    if (error instanceof BorealError && error.status === 403) return [];
    throw error;
  });
  const other = named.find((row) => row.id !== given.toLowerCase());
  if (other === undefined) return;
  throw new CliError(
    "usage",
    `"${given}" is the name of the ${kind.called} ${other.id}, and the form of an id`,
    "Canceled. Nothing was changed.. Rename it, or use the console",
  );
}

const instances = (context: CommandContext): Kind<Instance> => ({
  called: "instance",
  list: context.client().instances.list,
  nameOf: (row) => row.hostname,
});
const projects = (context: CommandContext): Kind<Project> => ({
  called: "project",
  list: context.client().projects.list,
  nameOf: (row) => row.name,
});
const keys = (context: CommandContext): Kind<ListedCredential> => ({
  called: "key",
  list: context.client().credentials.list,
  nameOf: (row) => row.name,
});

/** Terminated ones have given their name back: those are found by their id. */
export async function resolveInstanceId(context: CommandContext, name: string): Promise<string> {
  if ([".", ".."].includes(name)) throw new CliError("usage", `"${name}" is not a hostname`);
  return (await find(context, instances(context), name))?.id ?? name;
}

export const resolveProjectId = async (context: CommandContext, name: string): Promise<string> =>
  (await find(context, projects(context), name))?.id ?? name;

export const resolveKeyId = async (context: CommandContext, name: string): Promise<string> =>
  (await findKey(context, name)).id;

/** With its type, where it was found by its name. */
export async function findKey(
  context: CommandContext,
  name: string,
): Promise<{ id: string; type: string | null }> {
  const found = await find(context, keys(context), name);
  return found === null ? { id: name, type: null } : { id: found.id, type: found.type };
}

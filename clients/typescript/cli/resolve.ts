/** A name, as people know things, or an id, as calls take it. */
import type { CallOptions, Instance, Page, Project } from "../src/boreal.ts";
import type { Context } from "./context.ts";
import { CliError } from "./exit-codes.ts";

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Searched {
  readonly path: { workspace: string };
  readonly query: { search: string; perPage: number };
}

async function idOf<Row extends { id: string }>(
  context: Context,
  kind: string,
  name: string,
  list: (input: Searched, options?: CallOptions) => Promise<Page<Row>>,
  nameOf: (row: Row) => string,
): Promise<string> {
  if (id.test(name)) return name;
  if (name.trim() === "") throw new CliError("usage", `The name of the ${kind} is empty`);
  const workspace = await context.workspace();
  const found: Row[] = [];
  const search = { path: { workspace }, query: { search: name, perPage: 100 } };
  for await (const row of context.client().each(list, search))
    if (nameOf(row) === name) found.push(row);
  const [only] = found;
  if (only === undefined) throw new CliError("notFound", `No ${kind} is called "${name}"`);
  if (found.length === 1) return only.id;
  const ids = found.map((row) => row.id).join(", ");
  throw new CliError("usage", `Several are called "${name}"`, `Say which by its id: ${ids}`);
}

/** Terminated ones have given their name back: those are found by their id. */
export const instanceId = (context: Context, name: string) =>
  idOf<Instance>(context, "instance", name, context.client().instances.list, (row) => row.hostname);

export const projectId = (context: Context, name: string) =>
  idOf<Project>(context, "project", name, context.client().projects.list, (row) => row.name);

export const keyId = (context: Context, name: string) =>
  idOf(context, "key", name, context.client().credentials.list, (row) => row.name);

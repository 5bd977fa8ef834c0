/** Which shapes have a name: the description writes them out wherever they occur, the contracts know what they are called. */
import { z } from "zod";
import * as activity from "#contracts/activity-entry.ts";
import * as billing from "#contracts/billing.ts";
import * as catalogue from "#contracts/catalogue.ts";
import * as credentials from "#contracts/credentials.ts";
import * as instances from "#contracts/instances.ts";
import { PageMeta } from "#contracts/endpoint.ts";
import { Money } from "#contracts/money.ts";
import * as projects from "#contracts/projects.ts";
import * as roles from "#contracts/roles.ts";
import * as tokens from "#contracts/tokens.ts";
import * as workspaces from "#contracts/workspaces.ts";
import type { Schema } from "./schema-type.ts";

const sources: readonly object[] = [
  { Money, PageMeta },
  ...[activity, billing, catalogue, credentials, instances],
  ...[projects, roles, tokens, workspaces],
];

export interface NamedSchema {
  readonly name: string;
  readonly schema: Schema;
}

/** Text that is the same for the same shape. */
export const schemaKey = (schema: Schema): string => JSON.stringify(schema);

const isNamed = ([name, value]: [string, unknown]): boolean =>
  /^[A-Z]/.test(name) && (value instanceof z.ZodObject || value instanceof z.ZodEnum);

/** By what it looks like; where two look the same, the first is as good as the other. */
export function namedSchemas(): ReadonlyMap<string, NamedSchema> {
  const shapes = new Map<string, NamedSchema>();
  for (const [name, value] of sources.flatMap((source) => Object.entries(source)).filter(isNamed)) {
    for (const io of ["output", "input"] as const) {
      const { $schema: _, ...schema } = z.toJSONSchema(value, { io, unrepresentable: "any" });
      const fingerprint = schemaKey(schema);
      const isTaken = [...shapes.values()].some((shape) => shape.name === name);
      if (!shapes.has(fingerprint) && !isTaken) shapes.set(fingerprint, { name, schema });
    }
  }
  return shapes;
}

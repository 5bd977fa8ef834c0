/** The shape of a JSON body: each key path with the JSON types seen there, without any value. */

export type Shape = Record<string, string>;

/** Objects whose keys are names somebody gave: their keys are no part of the shape. */
const named = ["addresses", "metadata", "extra_specs"];

function shapeType(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

/** `servers[].tags[]` stands for every element of every such list; types are joined by `|`. */
export function toShape(body: unknown): Shape {
  const types = new Map<string, Set<string>>();
  const visit = (value: unknown, path: string): void => {
    const known = types.get(path) ?? new Set();
    types.set(path, known.add(shapeType(value)));
    if (Array.isArray(value)) {
      for (const element of value) visit(element, `${path}[]`);
    } else if (typeof value === "object" && value !== null) {
      const givenNames = named.includes(path.split(".").at(-1) ?? "");
      for (const [key, inner] of Object.entries(value))
        visit(inner, `${path}.${givenNames ? "*" : key}`);
    }
  };
  visit(body, "");
  return Object.fromEntries([...types].map(([path, seen]) => [path, [...seen].sort().join("|")]));
}

/** Where two shapes differ, in words; null counts as any type, and what lies below a null is unknown. */
export function differences(recorded: Shape, answered: Shape): string[] {
  const found: string[] = [];
  const openEnded = (shape: Shape, path: string): boolean =>
    Object.entries(shape).some(
      ([parent, type]) =>
        path !== parent &&
        path.startsWith(parent) &&
        (type.includes("null") ||
          (type === "array" && shape[`${parent}[]`] === undefined) ||
          (type === "object" && named.includes(parent.split(".").at(-1) ?? ""))),
    );
  for (const [path, type] of Object.entries(recorded)) {
    const other = answered[path];
    if (other === undefined) {
      if (!openEnded(answered, path)) found.push(`${path} is missing`);
    } else if (!compatible(type, other)) found.push(`${path} is ${other}, recorded as ${type}`);
  }
  for (const path of Object.keys(answered)) {
    if (recorded[path] === undefined && !openEnded(recorded, path))
      found.push(`${path} is too much`);
  }
  return found;
}

function compatible(recorded: string, answered: string): boolean {
  const concrete = (types: string) => types.split("|").filter((type) => type !== "null");
  const [known, given] = [concrete(recorded), concrete(answered)];
  return known.length === 0 || given.every((type) => known.includes(type));
}

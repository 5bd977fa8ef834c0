/** The shape of a JSON body: the JSON types at each key path, without values. */

export type Shape = Record<string, string>;

/** Objects with user-defined keys, which are not part of the shape. */
const dictionaries = ["addresses", "metadata", "extra_specs"];

function shapeType(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

/** `servers[].tags[]` covers all elements of all these lists; types are joined by `|`. */
export function toShape(body: unknown): Shape {
  const types = new Map<string, Set<string>>();
  const visit = (value: unknown, path: string): void => {
    const known = types.get(path) ?? new Set();
    types.set(path, known.add(shapeType(value)));
    if (Array.isArray(value)) {
      for (const element of value) visit(element, `${path}[]`);
    } else if (typeof value === "object" && value !== null) {
      const isDictionary = dictionaries.includes(path.split(".").at(-1) ?? "");
      for (const [key, inner] of Object.entries(value))
        visit(inner, `${path}.${isDictionary ? "*" : key}`);
    }
  };
  visit(body, "");
  return Object.fromEntries([...types].map(([path, seen]) => [path, [...seen].sort().join("|")]));
}

/** Describes the differences of two shapes. Null matches any type, and paths below a null are ignored. */
export function differences(recorded: Shape, actual: Shape): string[] {
  const messages: string[] = [];
  const openEnded = (shape: Shape, path: string): boolean =>
    Object.entries(shape).some(
      ([parent, type]) =>
        path !== parent &&
        path.startsWith(parent) &&
        (type.includes("null") ||
          (type === "array" && shape[`${parent}[]`] === undefined) ||
          (type === "object" && dictionaries.includes(parent.split(".").at(-1) ?? ""))),
    );
  for (const [path, type] of Object.entries(recorded)) {
    const other = actual[path];
    if (other === undefined) {
      if (!openEnded(actual, path)) messages.push(`${path} is missing`);
    } else if (!compatible(type, other)) messages.push(`${path} is ${other}, recorded as ${type}`);
  }
  for (const path of Object.keys(actual)) {
    if (recorded[path] === undefined && !openEnded(recorded, path))
      messages.push(`${path} is unexpected`);
  }
  return messages;
}

function compatible(recorded: string, actual: string): boolean {
  const concrete = (types: string) => types.split("|").filter((type) => type !== "null");
  const [expectedTypes, actualTypes] = [concrete(recorded), concrete(actual)];
  return expectedTypes.length === 0 || actualTypes.every((type) => expectedTypes.includes(type));
}

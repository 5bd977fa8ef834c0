/** Hostnames of an order: generated from a pattern, and checked while they are typed. */
import { createFieldError, type FieldError } from "#contracts/field-problem.ts";
import { hostnameError } from "#contracts/text.ts";
import { numberPlaceholder } from "./order-search.ts";

const none: ReadonlySet<string> = new Set();

/** Hostname number `n` of `count`, counted from 1. */
export function expandPattern(pattern: string, n: number, count: number): string {
  if (pattern.includes(numberPlaceholder)) return pattern.replaceAll(numberPlaceholder, String(n));
  return count === 1 ? pattern : `${pattern}-${n}`;
}

/** The first `count` hostnames of a pattern. Numbers whose name is taken are left out. */
export function generateHostnames(
  pattern: string,
  count: number,
  taken: ReadonlySet<string> = none,
): string[] {
  const first = expandPattern(pattern, 1, count);
  if (first === expandPattern(pattern, 2, count)) return Array.from({ length: count }, () => first);
  const names: string[] = [];
  for (let n = 1; names.length < count; n += 1) {
    const name = expandPattern(pattern, n, count);
    if (!taken.has(name)) names.push(name);
  }
  return names;
}

/** Regenerates hostnames for another quantity or pattern; names edited by hand stay. */
export function regenerateHostnames(
  before: { readonly pattern: string; readonly hostname: readonly string[] },
  pattern: string,
  count: number,
  taken: ReadonlySet<string> = none,
): string[] {
  const size = before.hostname.length;
  // The taken names may have arrived after the names were generated.
  const generated = [none, taken].map((names) => generateHostnames(before.pattern, size, names));
  return generateHostnames(pattern, count, taken).map((name, at) => {
    const old = before.hostname[at];
    return old === undefined || generated.some((names) => names[at] === old) ? name : old;
  });
}

/** Whether the names are those that the pattern generates, so that a link can omit them. */
export const isGenerated = (
  pattern: string,
  names: readonly string[],
  taken: ReadonlySet<string> = none,
): boolean =>
  [none, taken].some((known) =>
    generateHostnames(pattern, names.length, known).every((name, at) => name === names[at]),
  );

/** A free name like this one, with the next number at its end. */
export function suggestHostname(name: string, taken: ReadonlySet<string>): string {
  const [stem, digits = "1"] = /^(.*?)(\d{1,6})$/.exec(name)?.slice(1) ?? [`${name}-`];
  let n = Number(digits) + 1;
  while (taken.has(`${stem}${n}`)) n += 1;
  return `${stem}${n}`;
}

/** Whether typing on can make the name valid: it is empty, only digits yet, or ends with a hyphen. */
const isUnfinished = (name: string): boolean =>
  name === "" || /^\d+$/.test(name) || /^[a-z0-9][a-z0-9-]*-$/.test(name);

/**
 * The error of a hostname while it is typed; null when there is none to show yet. `hasLeft` is true once the user has
 * left the field with this name.
 */
export function hostnameErrorWhileTyping(
  names: readonly string[],
  at: number,
  taken: ReadonlySet<string>,
  hasLeft: boolean,
): FieldError | null {
  const name = names[at] ?? "";
  const error = hostnameError(name);
  if (error !== null) return hasLeft || !isUnfinished(name) ? error : null;
  if (names.indexOf(name) < at) return createFieldError("duplicate", { resource: "instance" });
  return taken.has(name) ? createFieldError("taken", { resource: "instance" }) : null;
}

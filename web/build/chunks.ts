/**
 * Defines the chunks of the build by what each page reaches in the graph of static imports: code of every page, code
 * of sign-in, code of the console's frame with the list of instances, what validates forms, and popups. All other code
 * is split by route; what several pages of a feature share has a chunk of its own.
 */

import { checkFirstPages } from "./first-page-rules.ts";

interface ModuleInfo {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}

export interface Graph {
  readonly getModuleInfo: (id: string) => ModuleInfo | null;
}

interface Group {
  readonly name: (id: string, graph: Graph) => string | null;
  readonly debugName: string;
  readonly priority: number;
  readonly minShareCount?: number;
}

/** The split component and loader of a route; the pages of errors and of waiting are not part of it. */
const splitRoute = (file: string) =>
  new RegExp(String.raw`[\\/]routes[\\/]${file}\.tsx\?tsr-split=(?!pending|error|notFound)`);

const signInPage = [splitRoute("_auth"), splitRoute(String.raw`_auth[\\/]auth\.login`)];
const guestPages = splitRoute(String.raw`_auth[^?]*`);
const signedInPages = splitRoute(String.raw`(?:_console|onboarding)[^?]*`);
const listPage = [
  splitRoute("_console"),
  splitRoute(String.raw`_console[\\/]\$workspace`),
  splitRoute(String.raw`_console[\\/]\$workspace[\\/]instances\.index`),
];
/** Loaded with the first form, the first problem and the first URL with parameters. */
const validators =
  /[\\/]web[\\/]src[\\/]lib[\\/](?:api[\\/](?:body-validation|query-validation|parse-problem)|i18n[\\/]field-error-messages)\.ts$/;
const contractSchemas = /[\\/]contracts[\\/]src[\\/].*\?schemas$/;
const popups = /[\\/]node_modules[\\/](?:@base-ui|@floating-ui|tabbable|reselect)[\\/]/;
const bundlerRuntime = /rolldown[\\/]runtime|preload-helper|modulepreload/;
const library = /[\\/]node_modules[\\/]|^\0/;

/** Everything that these modules import statically, themselves included. */
export function reachable(
  start: Iterable<string>,
  graph: Graph,
  without: ReadonlySet<string> = new Set(),
): Set<string> {
  const seen = new Set<string>();
  const waiting = [...start];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id) || without.has(id)) continue;
    seen.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return seen;
}

/** Every module that the entry loads at any time. */
function allModules(entry: string, graph: Graph): Set<string> {
  const seen = new Set<string>();
  const waiting = [entry];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const info = graph.getModuleInfo(id);
    waiting.push(...(info?.importedIds ?? []), ...(info?.dynamicallyImportedIds ?? []));
  }
  return seen;
}

/** Modules by the pages that reach them. No module is in two of the sets. */
export interface PageModules {
  /** Every page. The error pages are in it, because they must work when no further code can be loaded. */
  readonly first: ReadonlySet<string>;
  /** The frame of the console and the list of instances. */
  readonly list: ReadonlySet<string>;
  /** Sign-in, and signed-in pages with a form. */
  readonly forms: ReadonlySet<string>;
  /** Sign-in, and what other pages for guests share. */
  readonly guests: ReadonlySet<string>;
  /** What validates and words the errors of any form, with zod. */
  readonly validation: ReadonlySet<string>;
  /** Code that contains a form. */
  readonly withForm: ReadonlySet<string>;
  /** Code that validates while the user types: it needs zod at once. */
  readonly live: ReadonlySet<string>;
}

export function pageModules(entry: string, graph: Graph): PageModules {
  const all = [...allModules(entry, graph)];
  const assigned = reachable([entry], graph);
  const matching = (...pages: readonly RegExp[]) =>
    all.filter((id) => pages.some((page) => page.test(id)));
  const reachedBy = (...pages: readonly RegExp[]) => reachable(matching(...pages), graph, assigned);
  /** Modules that at least two of these modules reach. */
  const sharedBy = (ids: readonly string[]) => {
    const count = new Map<string, number>();
    for (const id of ids)
      for (const used of reachable([id], graph, assigned))
        count.set(used, (count.get(used) ?? 0) + 1);
    return [...count].filter(([, uses]) => uses > 1).map(([id]) => id);
  };
  const take = (ids: Iterable<string>) => {
    const taken = new Set([...ids].filter((id) => !assigned.has(id)));
    for (const id of taken) assigned.add(id);
    return taken;
  };

  checkFirstPages([entry, ...matching(...signInPage, ...listPage)], graph);
  const [signIn, list, signedIn] = [
    reachedBy(...signInPage),
    reachedBy(...listPage),
    reachedBy(signedInPages),
  ];
  const first = new Set([...assigned, ...take([...signIn].filter((id) => list.has(id)))]);
  take(list);
  const forms = take([...signIn].filter((id) => signedIn.has(id)));
  const validating = [...reachedBy(validators)];
  const isPure = (id: string) =>
    [...reachable([id], graph)].every((used) => !list.has(used) || first.has(used));
  const validation = take([
    ...validating,
    ...sharedBy(matching(contractSchemas)).filter((id) => !id.includes("?schemas") && isPure(id)),
  ]);
  const guests = take([...signIn, ...sharedBy(matching(guestPages))]);
  const using = (modules: ReadonlySet<string>) =>
    new Set(all.filter((id) => [...reachable([id], graph)].some((used) => modules.has(used))));
  const [withForm, live] = [using(forms), using(validation)];
  return { first, list, forms, guests, validation, withForm, live };
}

/** Features whose pages share a chunk. */
const features = ["activity", "admin", "credentials", "docs", "members", "projects", "tokens"];
const onDemand =
  /(?:chart|dialog|drawer|popup|popover|toaster|palette[\\/]|code-samples[\\/]|\?tsr-split|\?schemas)/;

function chunkOf(id: string, modules: PageModules): string | null {
  if (popups.test(id)) return "popups";
  if (bundlerRuntime.test(id)) return "vendor";
  if (modules.first.has(id)) return library.test(id) ? "vendor" : "first";
  if (modules.list.has(id)) return "console";
  if (modules.forms.has(id)) return "forms";
  if (modules.validation.has(id)) return "validation";
  return modules.guests.has(id) ? "guests" : null;
}

/** The kinds of code that several pages share, in the order in which modules are assigned. */
const sharedKinds = ["shared", "shared-forms", "schemas", "feature", "live"] as const;

function sharedChunkOf(
  id: string,
  kind: (typeof sharedKinds)[number],
  { withForm, live }: PageModules,
): string | null {
  if (onDemand.test(id) || !/[\\/](?:web|contracts)[\\/]src[\\/]/.test(id)) return null;
  const isContract = /[\\/]contracts[\\/]src[\\/]/.test(id);
  if (live.has(id) && isContract) return kind === "schemas" ? kind : null;
  if (live.has(id)) return kind === "live" ? "live-forms" : null;
  const isActivity = /[\\/]features[\\/][\w-]+[\\/]activity\.tsx$/.test(id);
  const feature = /[\\/]features[\\/](?<name>[\w-]+)[\\/]/.exec(id)?.groups?.["name"] ?? "";
  if (isActivity || features.includes(feature))
    return kind === "feature" ? (isActivity ? "activity" : feature) : null;
  return kind === (withForm.has(id) ? "shared-forms" : "shared") ? kind : null;
}

/** The groups in the order in which a module is assigned: a group also takes what its modules import. */
export function chunkGroups(entry: string): Group[] {
  let known: PageModules | null = null;
  const modulesOf = (graph: Graph): PageModules => {
    known ??= pageModules(entry, graph);
    return known;
  };
  const names = ["vendor", "first", "console", "forms", "validation", "guests", "popups"];
  // The entry has a chunk of its own: it waits for chunks that import the others, and must not be imported by them.
  const isIn = (name: string, id: string, graph: Graph) =>
    id !== entry && chunkOf(id, modulesOf(graph)) === name;
  return [
    ...names.map((name, position) => ({
      name: (id: string, graph: Graph) => (isIn(name, id, graph) ? name : null),
      debugName: name,
      priority: 60 - position,
    })),
    ...sharedKinds.map((kind, position) => ({
      name: (id: string, graph: Graph) => sharedChunkOf(id, kind, modulesOf(graph)),
      debugName: kind,
      priority: 20 - position,
      minShareCount: 2,
    })),
  ];
}

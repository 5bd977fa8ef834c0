/**
 * Defines the chunks of the build by what each page reaches in the graph of static imports: code of every page, code
 * of sign-in, code of every page of the console, code of its frame with the list of instances, what validates forms,
 * and popups. All other code is split by page; what several pages of a feature share has a chunk of its own. Pages for
 * guests load no chunk of the console.
 */

import { checkFirstPages, checkGuestPages } from "./first-page-rules.ts";

interface ModuleInfo {
  readonly code?: string | null;
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

const signInPage = /[\\/]src[\\/]guest-pages[\\/]login\.tsx$/;
const guestPages = /[\\/]src[\\/]guest-pages[\\/][\w-]+\.tsx$/;
const signedInPages = splitRoute(String.raw`(?:_console|onboarding)[^?]*`);
/** Loaded with the first form, the first problem and the first URL with parameters. */
const validators =
  /[\\/]web[\\/]src[\\/]lib[\\/](?:api[\\/](?:body-validation|query-validation|parse-problem)|i18n[\\/]field-error-messages)\.ts$/;
/** Loaded with the first problem, and with the first denied action. */
const problemWords = /[\\/]web[\\/]src[\\/]lib[\\/]i18n[\\/]problem-words\.ts$/;
const denialWords = /[\\/]web[\\/]src[\\/]lib[\\/]i18n[\\/]denial-messages\.ts$/;
/** A chart without the library that draws it. In a group of its own, no feature's chunk takes it along. */
const charts = /[\\/]web[\\/]src[\\/](?:ui[\\/]chart(?:-data)?|components[\\/]chart-card)\.tsx?$/;
const resourceLabels = /[\\/](?:resource-labels|label-registry)\.ts$/;
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

/** Every module that the entries load at any time. */
export function allModules(entries: readonly string[], graph: Graph): Set<string> {
  const seen = new Set<string>();
  const waiting = [...entries];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const info = graph.getModuleInfo(id);
    waiting.push(...(info?.importedIds ?? []), ...(info?.dynamicallyImportedIds ?? []));
  }
  return seen;
}

/** The entry modules of the two documents. */
export interface Entries {
  readonly console: string;
  readonly guests: string;
}

/** Modules by the pages that reach them. No module is in two of the first sets. */
export interface PageModules {
  /** Pages for guests and the list of instances. */
  readonly first: ReadonlySet<string>;
  /** Words of problems, which any page loads with its first problem. */
  readonly words: ReadonlySet<string>;
  /** Words of denied actions, which a page of the console loads with its first one. */
  readonly denials: ReadonlySet<string>;
  /**
   * The frame of the console and the list of instances, which every page of the console loads. The error pages are in it,
   * because they must work when no further code can be loaded.
   */
  readonly list: ReadonlySet<string>;
  /** Sign-in, and signed-in pages with a form. */
  readonly forms: ReadonlySet<string>;
  /** Sign-in, and what other pages for guests share. */
  readonly guests: ReadonlySet<string>;
  /** What validates and words the errors of any form, with zod. */
  readonly validation: ReadonlySet<string>;
  /** All that pages for guests load at any time. */
  readonly everyGuest: ReadonlySet<string>;
  /** Code that contains a form. */
  readonly withForm: ReadonlySet<string>;
  /** Code that validates while the user types: it needs zod at once. */
  readonly live: ReadonlySet<string>;
}

export function pageModules(entries: Entries, graph: Graph): PageModules {
  const all = [...allModules([entries.console, entries.guests], graph)];
  const assigned = new Set<string>();
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

  const signInModules = [entries.guests, ...matching(signInPage)];
  checkFirstPages([...signInModules, entries.console], graph);
  checkGuestPages([entries.guests, ...matching(guestPages)], graph);
  const [signIn, list] = [reachable(signInModules, graph), reachable([entries.console], graph)];
  const ofGuests = reachable([entries.guests, ...matching(guestPages)], graph);
  const first = take([...ofGuests].filter((id) => list.has(id)));
  const everyGuest = allModules([entries.guests], graph);
  take(list);
  const words = take(reachedBy(problemWords));
  const denials = take(reachedBy(denialWords));
  const signedIn = reachedBy(signedInPages);
  const isPure = (id: string) =>
    [...reachable([id], graph)].every((used) => !list.has(used) || first.has(used));
  const validating = new Set([
    ...reachedBy(validators),
    ...sharedBy(matching(contractSchemas)).filter((id) => !id.includes("?schemas") && isPure(id)),
  ]);
  const forms = take(
    [...ofGuests].filter((id) => (signIn.has(id) ? signedIn : validating).has(id)),
  );
  const validation = take(validating);
  const guests = take([...signIn, ...sharedBy(matching(guestPages))]);
  const using = (modules: ReadonlySet<string>) =>
    new Set(all.filter((id) => [...reachable([id], graph)].some((used) => modules.has(used))));
  const [withForm, live] = [using(forms), using(validation)];
  return {
    first,
    words,
    denials,
    list,
    forms,
    guests,
    validation,
    everyGuest,
    withForm,
    live,
  };
}

/** Features whose pages share a chunk. */
const features = [
  "activity",
  "billing",
  "catalogue",
  "credentials",
  "docs",
  "instances",
  "members",
  "projects",
  "queue",
  "tokens",
  "webhooks",
];
const onDemand =
  /(?:chart|dialog|drawer|popup|popover|toaster|palette[\\/]|code-samples[\\/]|\?tsr-split|\?schemas)/;

function chunkOf(id: string, modules: PageModules): string | null {
  if (popups.test(id)) return "popups";
  if (bundlerRuntime.test(id)) return "vendor";
  if (modules.first.has(id)) return library.test(id) ? "vendor" : "first";
  if (modules.list.has(id)) return "console";
  if (modules.words.has(id)) return "words";
  if (modules.denials.has(id)) return "denials";
  if (modules.forms.has(id)) return "forms";
  if (modules.validation.has(id)) return "validation";
  return modules.guests.has(id) ? "guests" : null;
}

/** The kinds of code that several pages share, in the order in which modules are assigned. */
const sharedKinds = [
  "chart",
  "shared",
  "shared-forms",
  "schemas",
  "feature",
  "admin",
  "live",
] as const;

function sharedChunkOf(
  id: string,
  kind: (typeof sharedKinds)[number],
  { everyGuest, withForm, live }: PageModules,
): string | null {
  // A chunk of several pages would also load the code of the console that its other modules need.
  if (everyGuest.has(id)) return null;
  if (charts.test(id)) return kind === "chart" ? kind : null;
  if (onDemand.test(id) || !/[\\/](?:web|contracts)[\\/]src[\\/]/.test(id)) return null;
  const isContract = /[\\/]contracts[\\/]src[\\/]/.test(id);
  if (live.has(id) && isContract) return kind === "schemas" ? kind : null;
  if (live.has(id)) return kind === "live" ? "live-forms" : null;
  const isActivity = /[\\/]features[\\/][\w-]+[\\/]activity\.tsx$/.test(id);
  if (resourceLabels.test(id)) return kind === "shared" ? kind : null;
  const feature = /[\\/]features[\\/](?<name>[\w-]+)[\\/]/.exec(id)?.groups?.["name"] ?? "";
  // After the features of customers, whose code staff pages show too.
  if (feature === "admin" && !isActivity) return kind === "admin" ? kind : null;
  if (isActivity || features.includes(feature))
    return kind === "feature" ? (isActivity ? "activity" : feature) : null;
  return kind === (withForm.has(id) ? "shared-forms" : "shared") ? kind : null;
}

/** The groups in the order in which a module is assigned: a group also takes what its modules import. */
export function chunkGroups(entries: Entries): Group[] {
  let known: PageModules | null = null;
  const modulesOf = (graph: Graph): PageModules => {
    known ??= pageModules(entries, graph);
    return known;
  };
  const names = [
    "vendor",
    "first",
    "console",
    "words",
    "denials",
    "forms",
    "validation",
    "guests",
    "popups",
  ];
  // An entry has a chunk of its own: it waits for chunks that import the others, and must not be imported by them.
  const isIn = (name: string, id: string, graph: Graph) =>
    id !== entries.console && id !== entries.guests && chunkOf(id, modulesOf(graph)) === name;
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

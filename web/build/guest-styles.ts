/**
 * Writes the stylesheet of the pages for guests: the rules of the console's stylesheet, in their order, without those of
 * classes that these pages never use.
 */
import type { Plugin, Rolldown } from "vite";
import { allModules, type Graph } from "./chunks.ts";

/** As CSS modules name their classes and animations: `_layout_ncvdg_1`. The second part stands for the file. */
const scopedName = /_[\w-]+_(?<file>[\da-z]{5})_\d+/g;

const filesIn = (text: string): Set<string> =>
  new Set([...text.matchAll(scopedName)].flatMap(({ groups }) => groups?.["file"] ?? []));

/** The statements of a stylesheet or of a block: `selector{...}` and `@layer a;`. */
function* statements(css: string): Generator<string> {
  let start = 0;
  let depth = 0;
  for (const { 0: token, index } of css.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[{};]/g)) {
    if (token === "{") depth++;
    if (token === "}") depth--;
    if (depth > 0 || (token !== ";" && token !== "}")) continue;
    yield css.slice(start, index + 1);
    start = index + 1;
  }
}

/** At-rules that contain rules. */
const isGroup = (rule: string): boolean =>
  /^\s*@(?:media|supports|container|layer)\b[^;]*\{/.test(rule);

/** The rules without those of classes and animations of other files. */
export function rulesOfFiles(css: string, files: ReadonlySet<string>): string {
  let kept = "";
  for (const rule of statements(css)) {
    const opening = rule.indexOf("{");
    const prelude = opening < 0 ? rule : rule.slice(0, opening);
    if (isGroup(rule)) {
      const inside = rulesOfFiles(rule.slice(opening + 1, -1), files);
      if (inside !== "") kept += `${prelude}{${inside}}`;
      continue;
    }
    const named = filesIn(prelude);
    if (named.size === 0 || [...named].some((file) => files.has(file))) kept += rule;
  }
  return kept;
}

/** The names in the CSS modules that these pages load at any time. */
const filesOf = (entry: string, graph: Graph): Set<string> =>
  new Set(
    [...allModules([entry], graph)]
      .filter((id) => id.endsWith(".module.css"))
      .flatMap((id) => [...filesIn(graph.getModuleInfo(id)?.code ?? "")]),
  );

const textOf = ({ source }: Rolldown.OutputAsset): string =>
  typeof source === "string" ? source : Buffer.from(source).toString();

/** `entry` is the entry module of the pages for guests. */
export function guestStyles(entry: string): Plugin {
  return {
    name: "boreal:guest-styles",
    apply: "build",
    generateBundle: {
      // After Vite has written the pages and the stylesheet.
      order: "post",
      handler(_options, bundle) {
        const assets = Object.values(bundle).filter((item) => item.type === "asset");
        const page = assets.find(({ fileName }) => fileName === "guests.html");
        const whole = assets.find(({ fileName }) => fileName.endsWith(".css"));
        if (page === undefined || whole === undefined) return;
        // A page for guests is short-lived: text stays as it was first painted, so that nothing moves when a font loads.
        const source = rulesOfFiles(textOf(whole), filesOf(entry, this)).replaceAll(
          "font-display:swap",
          "font-display:optional",
        );
        const reference = this.emitFile({ type: "asset", name: "guests.css", source });
        page.source = textOf(page).replaceAll(whole.fileName, this.getFileName(reference));
      },
    },
  };
}

import { expect, test } from "vitest";
import { type Graph, pageModules } from "./chunks.ts";
import { checkFirstPages } from "./first-page-rules.ts";

/** A graph of static imports; names after `lazy:` are imported on demand. */
const graphOf = (imports: Readonly<Record<string, readonly string[]>>): Graph => ({
  getModuleInfo: (id) => ({
    importedIds: (imports[id] ?? []).filter((name) => !name.startsWith("lazy:")),
    dynamicallyImportedIds: (imports[id] ?? [])
      .filter((name) => name.startsWith("lazy:"))
      .map((name) => name.slice("lazy:".length)),
  }),
});

const entry = "/web/src/main.tsx";
const zod = "/node_modules/zod/index.js";
const signIn = "/web/src/routes/_auth/auth.login.tsx?tsr-split=component";
const list = "/web/src/routes/_console/$workspace/instances.index.tsx?tsr-split=component";
const detail = "/web/src/routes/_console/$workspace/instances.$instanceID.tsx?tsr-split=component";

test("a static import of zod on a first page fails with the chain of imports", () => {
  const graph = graphOf({
    [entry]: [`lazy:${list}`],
    [list]: ["/web/src/lib/prices.ts"],
    "/web/src/lib/prices.ts": [zod],
  });
  expect(() => pageModules(entry, graph)).toThrow(
    `${list}\n  imports /web/src/lib/prices.ts\n  imports ${zod}`,
  );
});

test("a first page may load zod on demand, and another page may import it", () => {
  const graph = graphOf({
    [entry]: [`lazy:${list}`, `lazy:${detail}`],
    [list]: ["lazy:/web/src/lib/prices.ts"],
    "/web/src/lib/prices.ts": [zod],
    [detail]: [zod],
  });
  expect(() => checkFirstPages([entry, list], graph)).not.toThrow();
  expect(() => checkFirstPages([entry, detail], graph)).toThrow("zod validates forms");
});

test("code of sign-in and of the list is in the first chunk only if both use it", () => {
  const graph = graphOf({
    [entry]: ["/web/src/app.ts", `lazy:${list}`, `lazy:${signIn}`],
    [list]: ["/web/src/ui/table.tsx", "/web/src/ui/button.tsx"],
    [signIn]: ["/web/src/features/auth/auth-form.tsx", "/web/src/ui/button.tsx"],
  });
  const { first, list: ofList, guests } = pageModules(entry, graph);
  expect([...first]).toEqual([entry, "/web/src/app.ts", "/web/src/ui/button.tsx"]);
  expect(ofList).toContain("/web/src/ui/table.tsx");
  expect(guests).toContain("/web/src/features/auth/auth-form.tsx");
});

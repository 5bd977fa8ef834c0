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
const guestEntry = "/web/src/guest-main.tsx";
const entries = { console: entry, guests: guestEntry };
const zod = "/node_modules/zod/index.js";
const signIn = "/web/src/guest-pages/login.tsx";
const reset = "/web/src/guest-pages/reset.tsx";
const list = "/web/src/routes/_console/$workspace/instances.index.tsx";
const detail = "/web/src/routes/_console/$workspace/instances.$instanceID.tsx?tsr-split=component";

test("a static import of zod on a first page fails with the chain of imports", () => {
  const graph = graphOf({
    [entry]: [list],
    [list]: ["/web/src/lib/prices.ts"],
    "/web/src/lib/prices.ts": [zod],
  });
  expect(() => pageModules(entries, graph)).toThrow(
    `${list}\n  imports /web/src/lib/prices.ts\n  imports ${zod}`,
  );
});

test("a first page may load zod on demand, and another page may import it", () => {
  const graph = graphOf({
    [entry]: [list, `lazy:${detail}`],
    [list]: ["lazy:/web/src/lib/prices.ts"],
    "/web/src/lib/prices.ts": [zod],
    [detail]: [zod],
  });
  expect(() => checkFirstPages([entry, list], graph)).not.toThrow();
  expect(() => checkFirstPages([entry, detail], graph)).toThrow("zod validates forms");
});

test("code of sign-in and of the list is in the first chunk only if both use it", () => {
  const graph = graphOf({
    [entry]: ["/web/src/app.tsx", list],
    [guestEntry]: [`lazy:${signIn}`],
    [list]: ["/web/src/ui/table.tsx", "/web/src/ui/button.tsx"],
    [signIn]: ["/web/src/features/auth/auth-form.tsx", "/web/src/ui/button.tsx"],
  });
  const { first, list: ofList, guests } = pageModules(entries, graph);
  expect([...first]).toEqual(["/web/src/ui/button.tsx"]);
  expect(ofList).toContain("/web/src/app.tsx");
  expect(ofList).toContain("/web/src/ui/table.tsx");
  expect(guests).toContain("/web/src/features/auth/auth-form.tsx");
});

test("a page for guests that imports the router or a page of the console fails with the chain of imports", () => {
  const router = "/node_modules/@tanstack/react-router/index.js";
  const link = "/web/src/features/auth/link.tsx";
  const page = "/web/src/routes/index.tsx";
  for (const [target, reason] of [
    [router, "need neither the router nor queries"],
    [page, "are not part of the console"],
  ] as const) {
    const graph = graphOf({
      [entry]: [target],
      [guestEntry]: [`lazy:${signIn}`, `lazy:${reset}`],
      [reset]: [link],
      [link]: [target],
    });
    const build = () => pageModules(entries, graph);
    expect(build).toThrow(reason);
    expect(build).toThrow(`${reset}\n  imports ${link}\n  imports ${target}`);
  }
});

test("a page for guests may load code with the router on demand", () => {
  const graph = graphOf({
    [entry]: [],
    [guestEntry]: [`lazy:${signIn}`],
    [signIn]: ["lazy:/node_modules/@tanstack/react-query/index.js"],
  });
  expect(() => pageModules(entries, graph)).not.toThrow();
});

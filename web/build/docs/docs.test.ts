/** The customer documentation is complete in both languages, and everything it names exists. */
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { formatter } from "@lingui/format-po";
import { describe, expect, test } from "vitest";
import { allEndpoints } from "#contracts/api.ts";
import { maxExportRows } from "#contracts/export-limit.ts";
import { instanceStatuses, resetActions } from "#contracts/instance-states.ts";
import { maxQuantity } from "#contracts/orders.ts";
import { locales } from "#contracts/locale.ts";
import { maxInvitesPerRequest } from "#contracts/members.ts";
import { permissionNames } from "#contracts/permissions.ts";
import { hoursPerMonth, minimumBilledSeconds } from "#contracts/rating.ts";
import { passwordMaxLength, passwordMinLength } from "#contracts/text.ts";
import { defaultTokenLifetimeDays, maxIpRanges, maxTokenLifetimeDays } from "#contracts/tokens.ts";
import { docSlugs, parseDocTarget } from "../../src/lib/docs/doc-pages.ts";
import { roleRows } from "./contract-tables.ts";
import { docsFolder, readDoc } from "./read-docs.ts";
import { webpSize } from "./webp-size.ts";

const maxPictureBytes = 70_000;
const idsOf = (locale: (typeof locales)[number], slug: (typeof docSlugs)[number]) =>
  readDoc(locale, slug)
    .sections.filter(({ depth }) => depth > 1)
    .map(({ id, depth }) => `${"#".repeat(depth)} ${id}`);

test("every page exists in every language, and no file is orphaned", () => {
  const files = globSync("*/*.md", { cwd: docsFolder }).toSorted();
  const expected = locales.flatMap((locale) => docSlugs.map((slug) => `${locale}/${slug}.md`));
  expect(files).toEqual(expected.toSorted());
});

describe.each(docSlugs)("the page %s", (slug) => {
  test("has the same headings in every language, each with an id of its own", () => {
    const ids = idsOf("en", slug);
    expect(idsOf("de", slug)).toEqual(ids);
    expect(ids.filter((id) => !/^#+ [a-z0-9-]+$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  describe.each(locales)("in %s", (locale) => {
    const doc = readDoc(locale, slug);

    test("has a title and starts with a paragraph", () => {
      expect(doc.title).not.toBe("");
      expect(doc.summary.length).toBeGreaterThan(20);
    });

    test("leads only to pages, headings and console pages that exist", () => {
      const consolePages = ["/auth/register", "/playground", "/api/openapi.json"];
      const broken = doc.links.filter((link) => {
        if (consolePages.includes(link) || link.startsWith("https://")) return false;
        const target = parseDocTarget(link.replace(".md", ""));
        if (target === null || !/^[a-z-]+\.md(?:#|$)/.test(link)) return true;
        return (
          target.hash !== "" &&
          !readDoc(locale, target.page).sections.some(({ id }) => id === target.hash)
        );
      });
      expect(broken).toEqual([]);
    });

    test("has pictures in both themes, small, of one size, and described", () => {
      for (const { url, alt } of doc.pictures) {
        const paths = [url, url.replace(".webp", ".dark.webp")].map(
          (file) => `${docsFolder}/${locale}/${file}`,
        );
        expect(paths.filter((path) => !existsSync(path))).toEqual([]);
        expect(paths.filter((path) => statSync(path).size > maxPictureBytes)).toEqual([]);
        const [light, dark] = paths.map((path) => webpSize(readFileSync(path)));
        expect(light).toEqual(dark);
        expect(light?.width).toBeGreaterThan(600);
        expect(alt.length, url).toBeGreaterThan(20);
      }
    });

    test("names generated tables that exist and contains no HTML", () => {
      expect(doc.tables.filter((name) => name !== "roles" && name !== "scopes")).toEqual([]);
      expect(doc.html).toEqual([]);
    });
  });
});

test.each(locales)("every name in bold in %s is a text of the console", async (locale) => {
  const file = new URL(`../../src/locales/${locale}.po`, import.meta.url);
  const catalog = await formatter().parse(readFileSync(file, "utf8"), {
    locale,
    sourceLocale: "en",
    filename: file.pathname,
  });
  const texts = new Set(Object.values(catalog).map(({ translation }) => translation));
  const named = docSlugs.flatMap((slug) => {
    const page = readFileSync(`${docsFolder}/${locale}/${slug}.md`, "utf8");
    return [...page.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = ""]) => `${slug}: ${name}`);
  });
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((name) => !texts.has(name.replace(/^[a-z-]+: /, "")))).toEqual([]);
});

test.each(locales)("every picture in %s is shown by a page", (locale) => {
  const shown = docSlugs.flatMap((slug) => readDoc(locale, slug).pictures.map(({ url }) => url));
  const files = globSync("images/*.webp", { cwd: `${docsFolder}/${locale}` });
  const light = files
    .map((file) => `images/${basename(file)}`)
    .filter((file) => !/\.dark\./.test(file));
  expect(light.toSorted()).toEqual(shown.toSorted());
});

test("the tables of statuses and actions have a row for each", () => {
  const rowsOf = (id: string) => {
    const text = readFileSync(`${docsFolder}/en/instances.md`, "utf8");
    const section = text.split(/^## /m).find((part) => part.includes(`{#${id}}`)) ?? "";
    return section.split("\n").filter((line) => line.startsWith("| ")).length - 1;
  };
  expect(rowsOf("status")).toBe(instanceStatuses.length);
  expect(rowsOf("power")).toBe(resetActions.length);
});

test("the table of roles has every permission that an endpoint requires", () => {
  const required = allEndpoints.flatMap(({ access }) =>
    access.kind === "can" ? [access.permission] : [],
  );
  const shown = roleRows().map(({ permission }) => permission);
  expect(shown).toEqual(permissionNames.filter((name) => required.includes(name)));
  expect(roleRows().every(({ roles }) => roles.owner === "all")).toBe(true);
});

test.each([
  ["instances", `up to ${maxQuantity} instances in one order`],
  ["instances", `minimum is ${minimumBilledSeconds} seconds`],
  ["billing", `× ${hoursPerMonth} hours`],
  ["billing", `minimum of ${minimumBilledSeconds} seconds`],
  ["projects-and-members", `up to ${maxInvitesPerRequest} email addresses`],
  ["access-tokens", `${defaultTokenLifetimeDays} days by default, up to ${maxTokenLifetimeDays}`],
  ["access-tokens", `up to ${maxIpRanges} addresses`],
  ["security", `${passwordMinLength} to ${passwordMaxLength} characters`],
  ["security", `up to ${maxExportRows.toLocaleString("en")} entries`],
] as const)("the page %s states the limit: %s", (slug, limit) => {
  expect(readFileSync(`${docsFolder}/en/${slug}.md`, "utf8")).toContain(limit);
});

test("the paths of the API that the pages name belong to endpoints", () => {
  const paths = new Set(allEndpoints.map(({ path }) => path.replace(/:\w+/g, "*")));
  const named = docSlugs.flatMap((slug) =>
    locales.flatMap((locale) => {
      const text = readFileSync(`${docsFolder}/${locale}/${slug}.md`, "utf8");
      return [...text.matchAll(/\/api\/v1\/[\w/-]+/g)].map(([path]) =>
        path.replace("/northwind", "/*"),
      );
    }),
  );
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((path) => !paths.has(path))).toEqual([]);
});

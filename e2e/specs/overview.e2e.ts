/** The home page of a workspace, and the charts that it shares with projects and instances. */
import type { Page } from "@playwright/test";
import { api } from "#contracts/api.ts";
import { createInstances } from "../support/instances.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const chartOf = (page: Page) => page.getByRole("slider", { name: /^Spending per day from / });
const card = (page: Page, title: string) =>
  page
    .locator("section")
    .filter({ has: page.getByRole("heading", { level: 2, name: title, exact: true }) });

/** Number of pixels of the chart that are drawn. */
const drawnPixels = (page: Page) =>
  page
    .locator("canvas")
    .first()
    .evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) return 0;
      const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data;
      return pixels?.filter((value, place) => place % 4 === 3 && value > 0).length ?? 0;
    });

test("shows cost, forecast and instances, each with a link to its list", {
  tag: "@phone",
}, async ({ page, signIn }) => {
  await signIn("owner@demo.test");
  await page.goto("/northwind");
  const cost = card(page, "Cost");
  await expect(cost.getByText(/^At US\$[\d.,]+\/hour until \w+ 1, \d+ \(UTC\)$/)).toBeVisible();
  await expect(cost.getByText(/^Forecast for \w+$/)).toBeVisible();
  await expectAccessible(page);

  await test.step("statuses and regions lead to the filtered list", async () => {
    const instances = card(page, "Instances");
    const stopped = instances
      .getByRole("list", { name: "Instances by status" })
      .getByRole("link", { name: /^Stopped/ });
    await stopped.click();
    await expect(page).toHaveURL(/\/northwind\/instances\?status=stopped/);
    await page.goBack();
    await instances
      .getByRole("list", { name: "Instances by region" })
      .getByRole("link", { name: /^Luleå/ })
      .click();
    await expect(page).toHaveURL(/regionHandle=lulea/);
    await page.goBack();
  });

  await test.step("a failed instance is named with its cause and leads to its page", async () => {
    const attention = card(page, "Needs attention");
    await expect(attention).toContainText("No capacity was available for this product");
    await attention.getByRole("link", { name: "render-no-capacity failed" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "render-no-capacity" })).toBeVisible();
  });
});

test("the chart is read by keyboard, in the legend and as a table, with the same amounts", {
  tag: "@phone",
}, async ({ page, signIn }) => {
  await signIn("owner@demo.test");
  await page.goto("/northwind");
  const chart = chartOf(page);
  const legend = page.getByRole("table", { name: "Spending by project" });
  await expect.poll(() => drawnPixels(page)).toBeGreaterThan(1_000);
  await expect(chart).toHaveAccessibleDescription(/arrow keys/);
  await expect(legend.getByRole("columnheader", { name: "30 days" })).toBeVisible();

  let yesterday = "";
  await test.step("the arrow keys move a cursor whose values are announced", async () => {
    await chart.focus();
    await chart.press("ArrowLeft");
    await expect(chart).toHaveAttribute("aria-valuenow", "29");
    await chart.press("ArrowLeft");
    await expect(chart).toHaveAttribute("aria-valuenow", "28");
    await expect(chart).toHaveAttribute(
      "aria-valuetext",
      /^\w{3} \d+: US\$\d+\.\d\d, Vision US\$\d+\.\d\d, Assistant US\$\d+\.\d\d$/,
    );
    yesterday = (await chart.getAttribute("aria-valuetext")) ?? "";
    const [day = "", total = ""] = yesterday.split(", ")[0]?.split(": ") ?? [];
    // The legend shows the selected day.
    await expect(legend.getByRole("columnheader").last()).toHaveText(day);
    await expect(legend.getByRole("row").last()).toContainText(total);
    await chart.press("Home");
    await expect(chart).toHaveAttribute("aria-valuenow", "0");
    // C106: a day without cost is US$0.00.
    await expect(chart).toHaveAttribute("aria-valuetext", /^\w{3} \d+: US\$0\.00$/);
    await chart.press("Escape");
    await expect(legend.getByRole("columnheader", { name: "30 days" })).toBeVisible();
    await expect(chart).toBeFocused();
  });

  await test.step("the table has the same amounts, with days without cost", async () => {
    const button = card(page, "Cost").getByRole("button", { name: "Show as table" });
    await button.press("Enter");
    const table = page.getByRole("table", { name: "Spending by day and project" });
    await expect(table.getByRole("row")).toHaveCount(31);
    await expect(table.getByRole("row").last()).toContainText("US$0.00");
    const total = yesterday.split(", ")[0]?.split(": ")[1] ?? "";
    await expect(table.getByRole("row").nth(2).getByRole("cell").last()).toHaveText(total);
    await expectAccessible(page);
  });

  await test.step("a pointer selects a day, and leaving the chart shows all days", async () => {
    await chart.scrollIntoViewIfNeeded();
    await chart.hover({ position: { x: 200, y: 60 } });
    await expect(legend.getByRole("columnheader", { name: "30 days" })).toBeHidden();
    await page.mouse.move(0, 0);
    await expect(legend.getByRole("columnheader", { name: "30 days" })).toBeVisible();
  });
});

test("the chart follows the window and the theme, and its place does not move while it loads", async ({
  page,
  signIn,
}) => {
  await signIn("owner@demo.test");
  await page.goto("/northwind");
  const canvas = page.locator("canvas").first();
  await expect.poll(() => drawnPixels(page)).toBeGreaterThan(1_000);
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let total = 0;
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            if ("value" in entry && typeof entry.value === "number") total += entry.value;
        });
        observer.observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(total)));
      }),
  );
  expect(shift).toBeLessThan(0.05);

  await page.setViewportSize({ width: 360, height: 780 });
  await expect.poll(async () => (await canvas.boundingBox())?.width ?? 0).toBeLessThan(330);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);

  const colorAt = () =>
    canvas.evaluate((element) => {
      if (!(element instanceof HTMLCanvasElement)) return "";
      const { width, height } = element;
      const pixels = element.getContext("2d")?.getImageData(0, 0, width, height).data ?? [];
      const colors = new Map<string, number>();
      for (let at = 0; at < pixels.length; at += 4) {
        if (pixels[at + 3] !== 255) continue;
        const color = `${pixels[at]} ${pixels[at + 1]} ${pixels[at + 2]}`;
        colors.set(color, (colors.get(color) ?? 0) + 1);
      }
      return [...colors].toSorted((one, other) => other[1] - one[1])[0]?.[0] ?? "";
    });
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(colorAt).toBe("14 106 115");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(colorAt).toBe("58 165 176");
  // With forced colors the series differ in their pattern only.
  await page.emulateMedia({ colorScheme: "dark", forcedColors: "active" });
  await expect.poll(colorAt).toBe("255 255 255");
});

test("expiring tokens and open invitations need attention until they are taken care of", async ({
  page,
  customer,
}) => {
  const path = { workspace: customer.handle };
  await createInstances(customer, ["only-one"]);
  await customer.call(api.tokens.create, {
    path,
    body: { name: "deploy", scopes: ["project.view"], expiresInDays: 9 },
  });
  await customer.call(api.invites.create, {
    path,
    body: { emails: ["ada@example.org"], roleId: "team_member" },
  });
  await page.goto(`/${customer.handle}`);
  const attention = card(page, "Needs attention");
  await expect(attention.getByRole("listitem")).toHaveCount(2);
  await expect(attention).toContainText("Expires in 9 days");
  await expect(attention).toContainText("ada@example.org · Expires in 7 days");
  // The chart begins with the first cost.
  await expect(card(page, "Cost")).toBeVisible();
  await expect(card(page, "Instances").getByRole("link", { name: /^Luleå/ })).toContainText("1");
  await expectAccessible(page);
  await attention.getByRole("link", { name: "Access token deploy expires soon" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "deploy" })).toBeVisible();
  await page.goBack();
  await attention.getByRole("link", { name: "1 open invitation" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/pending-team-members$/);

  const invites = await customer.call(api.invites.list, { path });
  await customer.call(api.invites.revoke, { path: { ...path, invite: invites.data[0]?.id ?? "" } });
  await page.goBack();
  await expect(attention.getByRole("link", { name: "1 open invitation" })).toBeHidden();
});

test("each role sees the cost and the parts that it may see", async ({ page, signIn }) => {
  await signIn("billing@demo.test");
  await page.goto("/northwind");
  const legend = page.getByRole("table", { name: "Spending by project" });
  await expect(legend.getByText("Vision")).toBeVisible();
  // It may not open projects.
  await expect(legend.getByRole("link")).toHaveCount(0);
  await expect(page.getByText(/^Forecast for/)).toBeVisible();
  await expect(card(page, "Instances")).toBeHidden();
  await expect(card(page, "Needs attention")).toBeHidden();
  await expectAccessible(page);

  await signIn("limited@demo.test");
  await page.goto("/northwind");
  await expect(chartOf(page)).toBeVisible();
  await expect(page.getByText(/^Forecast for/)).toBeHidden();
  await expect(page.getByText(/^About US\$[\d.,]+\/month at this rate/)).toBeVisible();
  await expect(page.getByText("Vision")).toBeHidden();
  await expect(page.getByText("render-no-capacity failed")).toBeHidden();
  await expectAccessible(page);
});

test("the usage of an instance has its cost per day", async ({ page, signIn }) => {
  await signIn("owner@demo.test");
  await page.goto("/northwind/instances");
  await page.getByRole("link", { name: "infer-a", exact: true }).click();
  await page.getByRole("link", { name: "Usage and cost" }).click();
  const chart = page.getByRole("slider", { name: /^Cost per day from / });
  await chart.press("End");
  await chart.press("ArrowLeft");
  // A whole day at US$0.90 an hour.
  await expect(chart).toHaveAttribute("aria-valuetext", /^\w{3} \d+, Cost US\$21\.60$/);
  await expect(page.getByText(/^\w{3} \d+: US\$21\.60$/)).toBeVisible();
  await card(page, "Cost per day").getByRole("button", { name: "Show as table" }).click();
  const table = page.getByRole("table", { name: "Cost per day" });
  await expect(table.getByRole("row").nth(2).getByRole("cell").last()).toHaveText("US$21.60");
  await expectAccessible(page);
});

test("the page of a project shows its cost per day as a chart and as a table", {
  tag: "@phone",
}, async ({ page, signIn }) => {
  await signIn("owner@demo.test");
  await page.goto("/northwind/projects");
  await page.getByRole("link", { name: "Vision" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Vision" })).toBeVisible();
  await expect(chartOf(page)).toBeVisible();
  await page.getByRole("button", { name: "Show as table" }).click();
  const days = page.getByRole("table", { name: "Spending by day and project" });
  await expect(days.getByRole("columnheader")).toHaveText(["Day (UTC)", "Vision"]);
  await expect(days.getByRole("row")).toHaveCount(31);
  await expectAccessible(page);
});

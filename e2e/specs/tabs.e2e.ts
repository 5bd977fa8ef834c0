/** Three tabs for half an hour of fake time. */
import { FakeTime } from "../support/fake-time.ts";
import { expect, test } from "../support/isolated-stack.ts";

const minutes = 25;

test("three tabs share one session for half an hour; one extends it and none is signed out", async ({
  context,
  page,
  signIn,
  signInClient: apiClient,
}) => {
  test.slow();
  const time = new FakeTime(context, await apiClient("newcomer@demo.test"));
  await time.install();
  await signIn("owner@demo.test");
  const tabs = [page, await context.newPage(), await context.newPage()];
  const refreshes: string[] = [];
  const rejected: string[] = [];
  for (const tab of tabs) {
    tab.on("response", (response) => {
      const { pathname } = new URL(response.url());
      if (pathname === "/auth/refresh") refreshes.push(`${response.status()}`);
      if (response.status() === 401) rejected.push(pathname);
    });
    await tab.goto("/northwind/projects");
    await expect(tab.getByRole("heading", { name: "Projects", exact: true })).toBeVisible();
  }
  await time.stop();
  await time.pass(minutes * 60);
  for (const tab of tabs) {
    await expect(tab.getByRole("heading", { name: "Projects", exact: true })).toBeVisible();
    await expect(tab.getByRole("dialog")).toHaveCount(0);
  }
  expect(rejected).toEqual([]);
  expect(new Set(refreshes)).toEqual(new Set(["200"]));
  // A session lasts ten minutes: one of the three tabs extends it, two or three times.
  expect(refreshes.length).toBeGreaterThanOrEqual(2);
  expect(refreshes.length).toBeLessThanOrEqual(4);
});

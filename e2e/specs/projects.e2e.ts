import type { Page } from "@playwright/test";
import { api } from "#contracts/api.ts";
import type { Customer } from "../support/api-client.ts";
import { createInstances } from "../support/instances.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

const makeProject = (customer: Customer, name: string) =>
  customer.call(api.projects.create, { path: { workspace: customer.handle }, body: { name } });

const defaultOf = async (customer: Customer) => {
  const { data } = await customer.call(api.projects.list, { path: { workspace: customer.handle } });
  const project = data.find(({ isDefault }) => isDefault);
  expect(project).toBeDefined();
  return project?.id ?? "";
};

const idsOf = async (customer: Customer, hostnames: readonly string[]) => {
  const { data } = await customer.call(api.instances.list, {
    path: { workspace: customer.handle },
  });
  return data.filter(({ hostname }) => hostnames.includes(hostname)).map(({ id }) => id);
};

const instanceLink = (page: Page, name: string) =>
  page.getByRole("table", { name: "Instances" }).getByRole("link", { name, exact: true });
const bar = (page: Page) => page.getByRole("region", { name: "Selected items" });
const tickOf = (page: Page, name: string) => page.getByRole("checkbox", { name: `Select ${name}` });

/** Selects a project in the open dialog and moves the instances. */
async function moveTo(page: Page, project: string, verb: string): Promise<void> {
  await page.getByRole("dialog").getByRole("radio", { name: project }).check();
  await page.getByRole("dialog").getByRole("button", { name: verb }).click();
}

test("moves instances between projects in bulk and follows changes of other users", {
  tag: "@phone",
}, async ({ page, customer }) => {
  test.setTimeout(120_000);
  const workspace = customer.handle;
  const vision = await makeProject(customer, "Vision");
  const audio = await makeProject(customer, "Audio");
  await createInstances(customer, ["ada", "bea", "cleo"], vision.id);

  await test.step("a link to the project opens its instances, with any subpath", async () => {
    await page.goto(`/${workspace}/projects/${vision.id}?page=1`);
    await expect(page).toHaveURL(new RegExp(`/projects/${vision.id}/instances`));
    await expect(page.getByText(/3 instances\s· US\$\d+\.\d\d\/hour\s· created by/)).toBeVisible();
    await expect(instanceLink(page, "cleo")).toBeVisible();
  });

  await test.step("moves two selected instances, which leave the page and the selection", async () => {
    await tickOf(page, "ada").check();
    await tickOf(page, "bea").check();
    await expect(bar(page)).toContainText("2 selected");
    await expectAccessible(page);
    await bar(page).getByRole("button", { name: "Move to project" }).click();
    const dialog = page.getByRole("dialog", { name: "Move 2 instances" });
    await expect(dialog.getByRole("radio", { name: /^Vision/ })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    const move = dialog.getByRole("button", { name: "Move 2 instances" });
    await expect(move).toHaveAccessibleDescription("Choose a project first");
    await expectAccessible(page);
    await dialog.getByRole("searchbox").fill("nothing like it");
    await expect(dialog.getByText("No results")).toBeVisible();
    await dialog.getByRole("searchbox").fill("aud");
    await moveTo(page, "Audio", "Move 2 instances");
    await expect(page.getByText("2 instances moved to Audio")).toBeVisible();
    await expect(instanceLink(page, "ada")).toHaveCount(0);
    await expect(instanceLink(page, "cleo")).toBeVisible();
    await expect(bar(page)).toHaveCount(0);
    await expect(page.getByText(/^1 instance\s· US/)).toBeVisible();
  });

  await test.step("undoes the move", async () => {
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(instanceLink(page, "ada")).toBeVisible();
    await expect(instanceLink(page, "bea")).toBeVisible();
  });

  await test.step("moves one instance to the default project with the select-all checkbox", async () => {
    await tickOf(page, "all items on this page").focus();
    await page.keyboard.press("Space");
    await expect(bar(page)).toContainText("3 selected");
    await tickOf(page, "ada").uncheck();
    await tickOf(page, "bea").uncheck();
    await bar(page).getByRole("button", { name: "Move to default project" }).click();
    await expect(page.getByText("cleo moved to Default")).toBeVisible();
    await expect(instanceLink(page, "cleo")).toHaveCount(0);
  });

  await test.step("updates the page without a reload when another user moves an instance", async () => {
    await tickOf(page, "ada").check();
    await customer.call(api.projects.assign, {
      path: { workspace, project: audio.id },
      body: { instanceIds: await idsOf(customer, ["ada"]) },
    });
    await expect(instanceLink(page, "ada")).toHaveCount(0);
    await expect(instanceLink(page, "bea")).toBeVisible();
    await expect(bar(page)).toHaveCount(0);
  });

  await test.step("adds instances of other projects by keyboard", async () => {
    const add = page.getByRole("button", { name: "Add instances" });
    await add.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Add instances to Vision" });
    const search = dialog.getByRole("searchbox");
    await expect(search).toBeFocused();
    await expect(dialog.getByText("Already in this project")).toHaveCount(1);
    await page.keyboard.type("cleo");
    await expect(dialog.getByRole("checkbox")).toHaveCount(1);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await expect(dialog.getByText("1 selected: cleo")).toBeVisible();
    await search.fill("ada");
    await expect(dialog.getByRole("checkbox", { name: /^ada/ })).toBeVisible();
    await expect(dialog.getByRole("checkbox")).toHaveCount(1);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    // Instances hidden by the search stay selected and are named.
    await expect(dialog.getByText("2 selected: cleo, ada")).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Add 2 instances" }).press("Enter");
    await expect(page.getByText("2 instances moved to Vision")).toBeVisible();
    for (const name of ["ada", "bea", "cleo"]) await expect(instanceLink(page, name)).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });

  await test.step("shows the activity", async () => {
    await page.goto(`/${workspace}/activities?activityType=projects`);
    const rows = page.getByRole("row");
    await expect(rows.filter({ hasText: "moved 2 instances to Vision" }).first()).toContainText(
      "ada, cleo",
    );
    await expect(rows.filter({ hasText: "moved cleo back to Default" })).toHaveCount(1);
    await rows
      .filter({ hasText: "moved ada to Audio" })
      .getByRole("link", { name: "Audio" })
      .click();
    await expect(page.getByRole("heading", { level: 1, name: "Audio" })).toBeVisible();
  });
});

test("deselects hidden rows and reports failed moves per instance", async ({ page, customer }) => {
  const workspace = customer.handle;
  const path = { workspace };
  const vision = await makeProject(customer, "Vision");
  const doomed = await makeProject(customer, "Doomed");
  await createInstances(customer, ["web-1", "web-2", "db-1"], vision.id);
  await page.goto(`/${workspace}/instances`);
  const search = page.getByRole("searchbox", { name: "Search by name, IP address, or ID" });

  await test.step("permanently deselects rows hidden by a filter", async () => {
    await tickOf(page, "db-1").check();
    await tickOf(page, "web-1").check();
    await expect(bar(page)).toContainText("2 selected");
    await search.fill("web");
    await expect(tickOf(page, "db-1")).toHaveCount(0);
    await expect(bar(page)).toContainText("1 selected");
    await bar(page).getByRole("button", { name: "Select all 2" }).click();
    await expect(bar(page)).toContainText("2 selected");
    await search.fill("");
    await expect(tickOf(page, "db-1")).not.toBeChecked();
    await expect(bar(page)).toContainText("2 selected");
    await bar(page).getByRole("button", { name: "Clear selection" }).click();
    await expect(bar(page)).toHaveCount(0);
    await expect(tickOf(page, "all items on this page")).toBeFocused();
  });

  await test.step("a deleted target project: names each instance with the reason", async () => {
    await tickOf(page, "web-1").check();
    await tickOf(page, "web-2").check();
    await bar(page).getByRole("button", { name: "Move to project" }).click();
    await page.getByRole("radio", { name: /^Doomed/ }).check();
    await customer.call(api.projects.remove, { path: { ...path, project: doomed.id }, query: {} });
    await page.getByRole("button", { name: "Move 2 instances" }).click();
    const resultDialog = page.getByRole("dialog", { name: "No instances moved" });
    await expect(resultDialog.getByRole("listitem")).toHaveText([
      /^web-\d: Not found\. It may have been deleted\.$/,
      /^web-\d: Not found\. It may have been deleted\.$/,
    ]);
    await expectAccessible(page);
    await resultDialog.getByRole("button", { name: "Close" }).click();
    await expect(bar(page)).toContainText("2 selected");
  });

  await test.step("moves an instance by its row menu", async () => {
    await page.getByRole("button", { name: "Actions for db-1" }).click();
    await page.getByRole("menuitem", { name: "Move to project" }).click();
    await expect(page.getByRole("dialog", { name: "Move db-1" })).toBeVisible();
    await moveTo(page, "Default", "Move 1 instance");
    await expect(page.getByText("db-1 moved to Default")).toBeVisible();
    const { data } = await customer.call(api.instances.list, {
      path,
      query: { project: await defaultOf(customer) },
    });
    expect(data.map(({ hostname }) => hostname)).toEqual(["db-1"]);
  });
});

test("renames a project and deletes it after moving its instances", async ({
  page,
  customer,
  context,
}) => {
  const workspace = customer.handle;
  const vision = await makeProject(customer, "Vision");
  await makeProject(customer, "Audio");
  await createInstances(customer, ["ada"], vision.id);
  await page.goto(`/${workspace}/projects`);
  await page.getByRole("link", { name: "Vision" }).click();
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await expect(page).toHaveURL(/\/settings$/);
  const name = page.getByLabel("Name", { exact: true });
  const save = page.getByRole("button", { name: "Save" });

  await test.step("rejects a used name ignoring case, and accepts the project's own name", async () => {
    await expect(save).toBeDisabled();
    await name.fill("aUDIO");
    await save.click();
    await expect(name).toHaveAccessibleDescription(/A project with this name already exists/);
    await expectAccessible(page);
    await name.fill("   ");
    await save.click();
    await expect(name).toHaveAccessibleDescription("Field is required");
    await name.fill("VISION");
    await page.getByLabel("Description").fill("What <b>cameras</b> see");
    await page.getByText("Rose", { exact: true }).click();
    await save.click();
    await expect(page.getByText("Project VISION saved")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "VISION" })).toBeVisible();
    await expect(page.getByText(/^1 instance\s· US/)).toBeVisible();
    await expect(save).toBeDisabled();
    await page.reload();
    await expect(name).toHaveValue("VISION");
    await expect(page.getByRole("radio", { name: "Rose" })).toBeChecked();
    const sections = page.getByRole("navigation", { name: "Page sections" });
    await sections.getByRole("link", { name: "Instances" }).click();
    await expect(page.getByText("What <b>cameras</b> see")).toBeVisible();
    await sections.getByRole("link", { name: "Settings" }).click();
    await expect(name).toHaveValue("VISION");
  });

  await test.step("does not overwrite a concurrent change of another field", async () => {
    await page.getByLabel("Description").fill("Mine");
    await customer.call(api.projects.update, {
      path: { workspace, project: vision.id },
      body: { colour: "sky" },
    });
    await save.click();
    await expect(save).toBeDisabled();
    await expect(page.getByLabel("Description")).toHaveValue("Mine");
    await expect(page.getByRole("radio", { name: "Sky" })).toBeChecked();
  });

  const other = await context.newPage();
  await test.step("another user opens the project", async () => {
    await other.goto(`/${workspace}/projects/${vision.id}/instances`);
    await expect(instanceLink(other, "ada")).toBeVisible();
    await page.bringToFront();
  });

  await test.step("requires a target for the project's instances", async () => {
    await page.getByRole("button", { name: "Delete project" }).click();
    const question = page.getByRole("alertdialog", { name: "Delete project VISION?" });
    await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
    await expect(question).toContainText("1 instance moves to the project you choose");
    const confirmed = question.getByRole("button", { name: "Delete VISION" });
    await expect(confirmed).toBeDisabled();
    await question.getByLabel("Type VISION to confirm").fill("VISION");
    await confirmed.click();
    await expect(question.getByRole("alert")).toHaveText(
      "This project contains 1 instance. Choose where to move it.",
    );
    await expectAccessible(page);
    await question.getByRole("radio", { name: "Audio" }).check();
    await confirmed.click();
    await expect(page.getByText("Project VISION deleted")).toBeVisible();
    await expect(page).toHaveURL(`/${workspace}/projects`);
    await expect(page.getByRole("row").filter({ hasText: "Audio" })).toContainText("1");
    await expect(page.getByRole("link", { name: "VISION" })).toHaveCount(0);
  });

  await test.step("Back does not end in an error, and the other user is notified", async () => {
    await expect(other.getByText("This no longer exists.")).toBeVisible();
    await expect(other.getByRole("heading", { level: 1, name: "VISION" })).toBeVisible();
    await other.close();
    await page.goBack();
    await expect(
      page
        .getByText("This no longer exists.")
        .or(page.getByRole("heading", { name: "Projects", exact: true })),
    ).toBeVisible();
  });

  await test.step("the default project can't be deleted and says why", async () => {
    await page.goto(`/${workspace}/projects/${await defaultOf(customer)}/settings`);
    const remove = page.getByRole("button", { name: "Delete project" });
    await expect(remove).toBeDisabled();
    await expect(remove).toHaveAccessibleDescription(/The default project can't be deleted/);
  });

  await test.step("shows the activity without a link to the deleted project", async () => {
    await page.goto(`/${workspace}/activities?activityType=projects`);
    const deletedRow = page.getByRole("row").filter({ hasText: "deleted the project VISION" });
    await expect(deletedRow).toContainText("Instances moved to Audio");
    await expect(deletedRow.getByRole("link", { name: "VISION" })).toHaveCount(0);
    for (const change of ["updated", "changed the color of", "changed the description of"])
      await expect(page.getByRole("row").filter({ hasText: `${change} the project` })).toHaveCount(
        1,
      );
  });
});

test("the map shows instances and cost as a chart and as tables with the same numbers", {
  tag: "@phone",
}, async ({ page, signIn }) => {
  await signIn("owner@demo.test");
  await page.goto("/northwind/projects");
  await page
    .getByRole("navigation", { name: "View" })
    .getByRole("link", { name: "Map" })
    .press("Enter");
  await expect(page).toHaveURL(/view=map/);
  const branch = (name: string) =>
    page.getByRole("listitem").filter({ has: page.getByRole("link", { name, exact: true }) });
  await expect(branch("Vision").first()).toContainText("US$7.96");
  await expect(branch("Vision").getByRole("link", { name: "train-01" })).toBeVisible();
  // An empty project is shown as well.
  await expect(branch("Default")).toContainText("No instances");
  await expect(branch("Default")).toContainText("US$0.00");
  await page.reload();
  await expect(branch("Vision").getByRole("link", { name: "train-01" })).toBeVisible();
  const chart = page.getByRole("slider", {
    name: /^Spending per day from .* US\$[\d,]+\.\d\d in total/,
  });
  await expect(chart).toBeVisible();

  await test.step("the tables have the same numbers, including days without usage", async () => {
    for (const table of ["Instances by project", "Spending by day and project"]) {
      await page.getByRole("button", { name: "Show as table" }).first().click();
      await expect(page.getByRole("table", { name: table })).toBeVisible();
    }
    const instances = page.getByRole("table", { name: "Instances by project" });
    await expect(instances.getByRole("row").filter({ hasText: "train-01" })).toContainText(
      "US$7.96",
    );
    const days = page.getByRole("table", { name: "Spending by day and project" });
    // A header row and thirty days.
    await expect(days.getByRole("row")).toHaveCount(31);
    await expect(days.getByRole("row").last()).toContainText("US$0.00");
    const sums = page.getByRole("table", { name: "Spending by project" });
    const total = await sums.getByRole("row").last().getByRole("cell").innerText();
    expect(await chart.getAttribute("aria-label")).toContain(total);
    await expectAccessible(page);
  });

  await test.step("an instance is reachable by keyboard", async () => {
    await page.getByRole("listitem").getByRole("link", { name: "infer-a" }).press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "infer-a" })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/view=map/);
  });

  await test.step("an invalid view in the URL shows the list", async () => {
    await page.goto("/northwind/projects?view=<b>");
    await expect(page.getByRole("table", { name: "Projects" })).toBeVisible();
  });
});

test("explains missing permissions to a team member; a limited member sees the granted project only", async ({
  page,
  signIn,
}) => {
  await signIn("member@demo.test");
  await page.goto("/northwind/projects");
  await page.getByRole("link", { name: "Vision" }).click();
  await expect(instanceLink(page, "train-01")).toBeVisible();
  const add = page.getByRole("button", { name: "Add instances" });
  await expect(add).toBeDisabled();
  await expect(add).toHaveAccessibleDescription(/only to your own projects\. Demo Owner/);
  await tickOf(page, "all items on this page").focus();
  await page.keyboard.press("Space");
  const move = bar(page).getByRole("button", { name: "Move to project" });
  await expect(move).toBeDisabled();
  await expect(move).toHaveAccessibleDescription(
    /Your role can move only instances you created or that are in your own projects/,
  );
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await expect(
    page.getByText(/Your role can change only projects you created/).first(),
  ).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Delete project" })).toBeDisabled();
  await expectAccessible(page);

  await signIn("limited@demo.test");
  await page.goto("/northwind/projects?view=map");
  await expect(page.getByRole("link", { name: "infer-a" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Vision" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "train-01" })).toHaveCount(0);
  await page.getByRole("link", { name: "Assistant" }).first().click();
  await expect(instanceLink(page, "infer-a")).toBeVisible();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Add instances" })).toHaveAccessibleDescription(
    /Your role doesn't allow this/,
  );
  await page.getByRole("button", { name: "Actions for infer-a" }).click();
  await expect(page.getByRole("menuitem", { name: "Move to project" })).toContainText(
    "Your role doesn't allow this",
  );
});

test("a new project gets the next free color, and the map shows the first instances of each", async ({
  page,
  customer,
}) => {
  test.setTimeout(120_000);
  const workspace = customer.handle;
  const description = `${"Rendering of the product films. ".repeat(12)}\nThe last line.`;
  await page.goto(`/${workspace}/projects/add`);
  const colours = page.getByRole("group", { name: "Color" });
  await expect(colours.getByRole("radio", { checked: true })).toHaveCount(1);
  const first = await colours.getByRole("radio", { checked: true }).inputValue();
  await page.getByLabel("Name", { exact: true }).fill("Films");
  await page.getByLabel("Description").fill(description);
  await page.getByRole("button", { name: "Create project" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Films" })).toBeVisible();
  await expect(page.getByText("The last line.")).toBeInViewport();
  const { data } = await customer.call(api.projects.list, { path: { workspace } });
  const films = data.find(({ name }) => name === "Films");
  expect(films?.colour).toBe(first);
  await page.goto(`/${workspace}/projects/add`);
  await expect(colours.getByRole("radio", { checked: true })).not.toHaveValue(first);

  const hostnames = Array.from({ length: 11 }, (_, n) => `film-${n + 1}`);
  await createInstances(customer, hostnames, films?.id ?? "");
  await page.goto(`/${workspace}/projects?view=map`);
  const instances = page.getByRole("link", { name: /^film-\d+$/ });
  await expect(instances).toHaveCount(8);
  await page.getByRole("button", { name: "Show all 11 instances of Films" }).click();
  await expect(instances).toHaveCount(11);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Show fewer instances of Films" }).click();
  await expect(instances).toHaveCount(8);

  await page.goto(`/${workspace}/projects`);
  const clamped = page.getByText("Rendering of the product films.").first();
  const height = await clamped.evaluate((element) => element.getBoundingClientRect().height);
  expect(height).toBeLessThan(40);
});

/** Details and changed fields of activities are in words, in English and German. */
import { setupI18n } from "@lingui/core";
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Activity } from "#contracts/activity-entry.ts";
import { messages as english } from "../../locales/en.po";
import { messages as german } from "../../locales/de.po";
import { activityDetail } from "./feature-activities.ts";
import { findChangedField } from "./feature-changed-fields.ts";
import type { DisplayNames } from "./shared/feature-activity.ts";

const en = setupI18n({ locale: "en", messages: { en: english } });
const de = setupI18n({ locale: "de", messages: { de: german } });
const names = { region: (handle: string) => (handle === "lulea" ? "Luleå" : handle) };

/** A failed command is recorded with its kind as the field. */
const commandKinds = ["create", "reboot", "hard_reboot", "power_on", "power_off", "terminate"];

const detail = (
  action: string,
  changes: Record<string, unknown>,
  {
    i18n = en,
    result = "ok",
    known = names,
  }: { i18n?: typeof en; result?: Activity["result"]; known?: DisplayNames } = {},
) =>
  activityDetail(
    i18n,
    {
      action,
      result,
      changes: Object.entries(changes).map(([field, to]) => ({ field, from: null, to })),
    },
    known,
  );

describe("the line under the sentence", () => {
  const order = { product: "8 × H100", region: "lulea", quantity: 1, rateMicrosPerHour: 7_960_000 };

  test("shows an order with its region by name and its rate as money", () => {
    expect(detail("instances.order", order)).toBe("8 × H100 in Luleå, US$7.96/hour");
    expect(detail("instances.order", { ...order, quantity: 3 })).toBe(
      "3 instances of 8 × H100 in Luleå, US$7.96/hour each",
    );
    expect(detail("instances.order", { ...order, quantity: 3 }, { i18n: de })).toBe(
      "3 Instanzen mit 8 × H100 in Luleå, je US$7.96/Stunde",
    );
    expect(detail("instances.order", order, { i18n: de })).toBe(
      "8 × H100 in Luleå, US$7.96/Stunde",
    );
  });

  test("leaves the region out until its name is known", () => {
    const known = { region: () => null };
    expect(detail("instances.order", order, { known })).toBe("8 × H100, US$7.96/hour");
    expect(detail("instances.order", { ...order, quantity: 3 }, { known })).toBe(
      "3 instances of 8 × H100, US$7.96/hour each",
    );
    expect(
      findChangedField("instances.order", "region")?.value?.("lulea", {
        i18n: en,
        names: known,
        localeSettings: { locale: "en", timeZone: "UTC" },
      }),
    ).toBe("");
  });

  test("shows roles, scopes and causes by their labels", () => {
    expect(detail("members.setRole", { role: "limited_team_member" })).toBe("Limited team member");
    expect(detail("staffRoles.assign", { staffRole: "BusinessAdmin" })).toBe("Business Admin");
    expect(detail("tokens.create", { scopes: ["project.view", "gone.scope"] })).toBe(
      "view projects, gone.scope",
    );
    expect(detail("instances.failed", { create: "no_capacity" })).toBe(
      "No capacity was available for this product",
    );
  });

  test("shows the action of a denied request", () => {
    expect(detail("projects.create", {}, { result: "denied" })).toBe("projects.create");
  });
});

describe("the changes table", () => {
  const value = (action: string, field: string, stored: unknown, i18n = en) =>
    findChangedField(action, field)?.value?.(stored, {
      i18n,
      names,
      localeSettings: { locale: "en", timeZone: "UTC" },
    }) ?? null;

  test("shows values in words", () => {
    expect(value("instances.order", "rateMicrosPerHour", 900_000)).toBe("US$0.90");
    expect(value("instances.order", "region", "lulea")).toBe("Luleå");
    expect(value("members.setRole", "role", "owner", de)).toBe("Inhaber");
    expect(value("projects.update", "colour", "spruce")).toBe("Spruce");
    expect(value("workspaces.update", "colour", "#274c77")).toBeNull();
    expect(value("instances.terminate", "status", "terminating")).toBe("Terminating");
    expect(value("users.update", "status", "frozen")).toBe("Locked");
    expect(value("tokens.rotate", "expiresAt", "2026-11-28T08:21:00.000Z")).toBe(
      "Nov 28, 2026, 08:21 UTC",
    );
    const types = ["instance.failed", "gone.type"];
    expect(value("webhookEndpoints.update", "eventTypes", types)).toBe(
      "Instance failed, gone.type",
    );
    expect(value("auth.login", "blockedForSeconds", 90)).toBe("1 min 30 s");
    expect(value("account.update", "twoFactor", false)).toBe("Off");
  });

  test("keeps a stored value without a label as it is", () => {
    expect(value("instances.terminate", "status", "frosty")).toBeNull();
    expect(findChangedField("projects.update", "unheard")).toBeNull();
  });

  test("has a label for every field that the server records", () => {
    const folder = fileURLToPath(new URL("../../../../api/src", import.meta.url));
    const sources = globSync("**/*.ts", {
      cwd: folder,
      exclude: (name) => name.endsWith(".test.ts"),
    })
      .filter((file) => !file.endsWith(".test.ts"))
      .map((file) => readFileSync(`${folder}/${file}`, "utf8"));
    const recorded = sources.flatMap((source) =>
      [...source.matchAll(/field: "(\w+)",\s*(?:from\b|to\b|\.\.\.)/g)].map(
        ([, field = ""]) => field,
      ),
    );
    expect(recorded.length).toBeGreaterThan(30);
    const labeled = (field: string) =>
      ["", ...["bareMetalItems", "credentials", "images", "instances", "projects"]].some(
        (resource) => findChangedField(`${resource}.x`, field) !== null,
      );
    expect([...recorded, ...commandKinds].filter((field) => !labeled(field))).toEqual([]);
  });
});

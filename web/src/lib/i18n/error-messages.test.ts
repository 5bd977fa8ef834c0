/** Every error code of the contracts has an English and a German message that shows all values of its parameters. */
import { setupI18n, type I18n } from "@lingui/core";
import { describe, expect, test } from "vitest";
import { jsonParams } from "#contracts/error-params.ts";
import { toFieldProblem } from "#contracts/field-error-messages.ts";
import type { FieldErrorCode, FieldErrorParams } from "#contracts/field-errors.ts";
import { formatRules } from "#contracts/field-errors.ts";
import { createFieldError, type FieldError } from "#contracts/field-problem.ts";
import { createReason, type ReasonCode, type ReasonParams } from "#contracts/problem-reasons.ts";
import { problemCatalogue } from "#contracts/problems.ts";
import { messages as english } from "../../locales/en.po";
import { messages as german } from "../../locales/de.po";
import { parseProblem } from "../api/parse-problem.ts";
import { fieldErrorMessage, fieldProblemMessage } from "./field-error-messages.ts";
import { problemSentence } from "./messages.ts";
import { problemCodeMessage } from "./problem-words.ts";
import { reasonMessage } from "./reason-messages.ts";

const en = setupI18n({ locale: "en", messages: { en: english } });
const de = setupI18n({ locale: "de", messages: { de: german } });

/** Parameters for each variant of a code's message. A new code does not compile without samples. */
const fieldSamples: { [C in FieldErrorCode]: readonly FieldErrorParams[C][] } = {
  required: [{}],
  email: [{}],
  choice: [{}],
  unknown_field: [{}],
  invalid: [{}],
  invalid_type: [
    ...(["string", "number", "integer", "boolean", "array", "object"] as const).map((expected) => ({
      expected,
    })),
    { expected: "integer", minimum: 11, maximum: 365 },
  ],
  invalid_format: [
    ...(["id", "date", "timestamp", "integer"] as const).map((format) => ({ format })),
    { format: "integer", minimum: 11, maximum: 365 },
  ],
  too_small: [
    { unit: "characters", minimum: 11 },
    { unit: "entries", minimum: 11 },
    { unit: "number", minimum: 11 },
    { unit: "number", minimum: 11, maximum: 365 },
  ],
  too_big: [
    { unit: "characters", maximum: 64 },
    { unit: "entries", maximum: 64 },
    { unit: "number", maximum: 64 },
    { unit: "number", minimum: 11, maximum: 365 },
  ],
  format: [
    ...formatRules.map((rule) => ({ rule })),
    { rule: "hostname_length", maximum: 63 },
    { rule: "hostname_characters", characters: ["ß", " "] },
    { rule: "rsa_too_long", maximum: 9384, bits: 9392 },
  ],
  hidden_characters: [{}],
  id_shape: [{}],
  reserved: [{}],
  taken: (["instance", "workspace", "project", "credential"] as const).map((resource) => ({
    resource,
  })),
  already_added: [{}],
  unknown: (["project", "region", "product", "image", "credential", "disk"] as const).map(
    (resource) => ({
      resource,
    }),
  ),
  system_disk: [{}],
  duplicate: [{ resource: "instance" }, { resource: "credential" }],
  mismatch: [{}],
  same: [{}],
  too_many: [{ maximum: 50 }],
  too_many_webhooks: [{ maximum: 10 }],
  not_with_projects: [{}],
  price_changed: [
    { new: 7_960_000, priceSnapshotId: "s" },
    { old: 5_120_000, new: 7_960_000, priceSnapshotId: "s" },
  ],
  not_possible: [
    { from: "unverified", to: "active" },
    { from: "deleted", to: "frozen" },
    { from: "deactivated", to: "frozen" },
  ],
  under_age: [{}],
  already_exists: [{}],
  promo_code_invalid: [{}],
  promo_code_expired: [{}],
  promo_code_not_started: [{}],
  promo_code_exhausted: [{}],
  promo_code_already_used: [{}],
  promo_code_not_combinable: [{}],
  promo_code_not_eligible: [{}],
  invoice_already_reversed: [{}],
  invoice_not_reversible: [{}],
  nothing_refundable: [{}],
  not_a_draft: [{}],
  payment_already_recorded: [{}],
  not_paid_by_card: [{}],
  charge_already_refunded: [{}],
  charge_disputed: [{}],
  unknown_record: [{}],
  below_zero: [{}],
  refund_too_large: [{ maximumCents: 9400 }],
  not_accepted: [{ document: "terms" }, { document: "privacy_policy" }],
  passkey: [{}],
  quantity_mismatch: [{}],
  not_offered: [{ reason: "region" }],
  too_expensive: [{ rateMicrosPerHour: 7_960_000 }],
  limit_reached: [
    { limit: "instances", value: 20, used: 20, needed: 1 },
    { limit: "gpus", value: 16, used: 8, needed: 16 },
    { limit: "bare_metal", value: 2, used: 2, needed: 1 },
    { limit: "monthly_spend", value: 500_000, used: 490_000, needed: 20_000 },
  ],
  alert_threshold_reached: [{ amount: 10_000, spent: 10_120 }],
  already_requested: [{}],
  not_higher: [{}],
  card_declined: [{ reason: "insufficient_funds" }],
  authentication_required: [{}],
  payment_in_progress: [{}],
  nothing_owed: [{}],
  card_needed: [{}],
  below_card_minimum: [{ minimum: 50 }],
  too_many_cards: [{ maximum: 11 }],
  out_of_stock: [{ left: 0 }, { left: 1 }, { left: 7 }],
  unreachable: [{}],
  unusable: [{ reason: "region" }, { reason: "size", diskGb: 40, memoryMb: 512 }],
  too_large: [{ characters: 99, maximum: 65 }],
  too_many_waiting: [{ maximum: 20 }],
  expiry_range: [{ days: 30 }],
  period: [{ days: 92 }],
  user_data_too_large: [{ characters: 99, maximum: 65 }],
  private_key: [{}],
  utf16: [{}],
  several_keys: [{}],
  line_breaks: [{}],
  options: [{}],
  unsupported_type: [{ type: "ssh-dss" }],
  too_weak: [{ minimum: 204, bits: 102 }],
  comment_too_long: [{ maximum: 255 }],
};

const reasonSamples: { [C in ReasonCode]: readonly ReasonParams[C][] } = {
  card_is_default: [{}],
  card_is_expired: [{}],
  default_card_needed: [{}],
  card_is_needed: [{}],
  invoice_below_card_minimum: [{ minimum: 50 }],
  payments_not_configured: [{}],
  payment_provider_unavailable: [{}],
  signature_invalid: [{}],
  workspace_is_suspended: [{}],
  workspace_not_suspended: [{}],
  member_owns_workspace: [{}],
  limit_request_answered: [{}],
  not_a_staff_draft: [{}],
  invoice_is_not_owed: [{}],
  invoice_is_not_issued: [{}],
  invoice_payment_in_progress: [{}],
  invoice_is_reversed: [{}],
  invoice_is_not_reversible: [{}],
  invoice_refund_in_progress: [{}],
  nothing_can_be_refunded: [{}],
  payment_is_disputed: [{}],
  approval_is_answered: [{}],
  approver_asked_for_it: [{}],
  promo_code_is_deleted: [{}],
  promo_code_is_not_deleted: [{}],
  promo_code_is_taken: [{}],
  item_is_in_use: [{}],
  item_is_erasing: [{}],
  item_is_retired: [{}],
  item_has_state: [{}],
  item_not_erased: [{}],
  item_is_erased: [{}],
  product_is_deleted: [{}],
  product_has_state: [{}],
  product_no_price: [{}],
  price_holds_already: [{}],
  image_is_deleted: [{}],
  image_not_deleted: [{}],
  image_has_state: [{}],
  image_not_active: [{}],
  image_name_is_taken: [{}],
  image_is_default: [{}],
  volume_product_is_deleted: [{}],
  volume_product_not_deleted: [{}],
  volume_product_has_state: [{}],
  volume_product_no_price: [{}],
  volume_type_missing: [{}],
  command_has_started: [{}],
  command_is_over: [{}],
  command_is_cancelled: [{}],
  termination_cannot_be_cancelled: [{}],
  restore_cannot_be_cancelled: [{}],
  reinstall_cannot_be_cancelled: [{}],
  instance_is_restoring: [{}],
  termination_cannot_be_undone: [{}],
  termination_can_be_undone_no_more: [{}],
  instance_not_kept: [{}],
  workspace_limit_reached: [{}],
  alert_threshold_passed: [{}],
  hostname_is_taken: [{ hostname: "web-1" }],
  instance_is_pending: [{}],
  instance_is_building: [{}],
  instance_is_active: [{}],
  instance_is_rebooting: [{}],
  instance_is_stopped: [{}],
  instance_is_suspended: [{}],
  instance_is_terminating: [{}],
  instance_is_terminated: [{}],
  instance_is_error: [{}],
  instance_is_unknown: [{}],
  instance_is_starting: [{}],
  instance_is_stopping: [{}],
  instance_is_moving: [{}],
  instance_is_provider_busy: [{}],
  instance_never_ran: [{}],
  instance_is_protected: [{}],
  no_console: [{}],
  region_unavailable: [{}],
  operation_in_progress: [{}],
  step_not_waiting: [{}],
  queued_order_ended: [{}],
  termination_cannot_fail: [{}],
  instances_terminated: [{ names: ["web-1"] }, { names: ["web-1", "web-2"] }],
  key_is_default: [{}],
  project_not_empty: [{ instances: 1 }, { instances: 3 }],
  token_is_revoked: [{}],
  token_is_expired: [{}],
  token_is_replaced: [{}],
  workspace_has_unpaid_invoices: [{ invoices: 1 }, { invoices: 2 }],
  webhook_is_disabled: [{}],
  webhook_is_pending: [{}],
  too_many_tokens: [{ maximum: 100 }],
  workspace_not_empty: [{ instances: 1 }, { instances: 3 }],
  workspace_is_default: [{}],
  workspace_is_deactivated: [{}],
  workspace_not_deactivated: [{}],
  workspace_deactivated_too_long: [{ days: 30 }],
  workspace_without_owner: [{}],
  invite_accepted: [{}],
  invite_not_valid: [{}],
  invite_is_replaced: [{}],
  invite_is_revoked: [{}],
  already_members: [{ emails: ["ada@example.org", "lin@example.org"] }],
  invite_for_other_email: [{}],
  two_factor_is_on: [{}],
  two_factor_is_off: [{}],
  only_sign_in_method: [{}],
  staff_sign_in_with_password: [{}],
  provider_already_linked: [{}],
  user_not_verified: [{}],
  user_is_not_deactivated: [{}],
  export_not_failed: [{}],
  export_in_progress: [{}],
  maintenance_message: [{ text: "Zurück um 12 Uhr" }],
  disk_full: [{}],
  too_many_streams: [{}],
  body_too_deep: [{ maximum: 16 }],
  body_too_many_values: [{ maximum: 200 }],
  body_duplicate_key: [{ key: "name" }],
};

/** Parameters that select a variant of the message and do not appear in it. */
const selectors = new Set([
  "rule",
  "unit",
  "expected",
  "format",
  "resource",
  "reason",
  "limit",
  "document",
  "from",
  "to",
  "priceSnapshotId",
]);

/** The values a message has to show; money in dollars, and a stock of 0 or 1 as a digit or in words. */
const shownValues = (params: object): string[] =>
  Object.entries(params).flatMap(([name, value]: [string, unknown]) => {
    if (selectors.has(name)) return [];
    if (name === "left" && value === 0) return [];
    if ("limit" in params && params.limit === "monthly_spend")
      return name === "value" ? [(Number(value) / 100).toLocaleString("en-US")] : [];
    if (["amount", "spent"].includes(name)) return [(Number(value) / 100).toLocaleString("en-US")];
    if (name === "maximumCents") return [(Number(value) / 100).toFixed(2)];
    if (["old", "new", "rateMicrosPerHour"].includes(name))
      return [(Number(value) / 1_000_000).toFixed(2)];
    return Array.isArray(value)
      ? value.filter((part) => part !== " ").map(String)
      : [String(value)];
  });

/** Builds the message of a code in one language. */
type Wording = (i18n: I18n, params: object) => string;

function expectWorded(wording: Wording, samples: readonly object[]): void {
  for (const params of samples) {
    const [inEnglish, inGerman] = [wording(en, params), wording(de, params)];
    for (const value of shownValues(params)) {
      expect(inEnglish).toContain(value);
      expect(inGerman).toContain(value);
    }
    expect(inEnglish).not.toMatch(/[{}]|undefined/);
    expect(inGerman).not.toMatch(/[{}]|undefined/);
    if (!("text" in params)) expect(inGerman).not.toBe(inEnglish);
  }
  // Each variant has a distinct message.
  expect(new Set(samples.map((params) => wording(de, params))).size).toBe(samples.length);
}

describe("a field error", () => {
  const wordAll = <C extends FieldErrorCode>(code: C) =>
    expectWorded(
      (i18n, params) =>
        fieldProblemMessage(i18n, { code, message: "Server's own", params: jsonParams(params) }),
      fieldSamples[code],
    );
  test.each(keysOf(fieldSamples))("%s has a message in English and German", (code) => {
    wordAll(code);
  });
  test("shows the same message for the form's own check and the server's response", () => {
    const error: FieldError<"too_big"> = createFieldError("too_big", {
      unit: "characters",
      maximum: 64,
    });
    expect(fieldErrorMessage(de, error)).toBe("Höchstens 64 Zeichen");
    expect(fieldProblemMessage(de, toFieldProblem(error))).toBe("Höchstens 64 Zeichen");
  });
  test("names the existing key", () => {
    const existing = { id: "0b7e7c1e-6a52-4d4b-9d3c-2f1f6f0f8a11", name: "Laptop" };
    const problem = toFieldProblem(createFieldError("already_added"), existing);
    expect(fieldProblemMessage(de, problem)).toContain("Laptop");
  });
  test("falls back to the server's message for an unknown code", () => {
    const message = "Only on weekdays";
    expect(fieldProblemMessage(de, { code: "weekday", message })).toBe(message);
    expect(fieldProblemMessage(de, { code: "too_big", message })).toBe(message);
  });
});

describe("a reason", () => {
  test.each(keysOf(reasonSamples))("%s has a message in English and German", (code) => {
    expectWorded((i18n, params) => reasonMessage(i18n, code, params) ?? "", reasonSamples[code]);
  });
  test("replaces the general message of its problem", () => {
    const { code, message, params } = createReason("project_not_empty", { instances: 3 });
    const newer = { code: "action_not_possible", message, requestId: "r-1" };
    const problemOf = (reason: object) => parseProblem(409, { ...newer, ...reason }, new Headers());
    expect(problemSentence(en, problemOf({ reason: code, params }))).toBe(
      "This project contains 3 instances. Choose where to move them.",
    );
    expect(problemSentence(en, problemOf({ reason: "full_moon" }))).toBe(
      "This isn't possible right now.",
    );
  });
});

test.each(Object.keys(problemCatalogue).filter((code) => code !== "too_many_requests"))(
  "the problem %s has a message in English and German",
  (code) => {
    const inEnglish = problemCodeMessage(en, code);
    expect(inEnglish).toBeTruthy();
    expect(problemCodeMessage(de, code)).not.toBe(inEnglish);
  },
);

function keysOf<K extends string>(record: Readonly<Record<K, unknown>>): K[] {
  const isKey = (key: string): key is K => Object.hasOwn(record, key);
  return Object.keys(record).filter(isKey);
}

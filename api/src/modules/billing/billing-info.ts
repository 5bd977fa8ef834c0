/** Handlers of who is invoiced. */
import type { api } from "#contracts/api.ts";
import type { BillingInfoInput, BillingInfoResponse } from "#contracts/billing-info.ts";
import { countryCodes, needsPostalCode, needsRegion } from "#contracts/countries.ts";
import { isInEu, vatIdPrefix } from "#contracts/vat.ts";
import type { Tx } from "../../core/db/db.ts";
import type { HandlerContext, Handlers } from "../../core/http/handlers.ts";
import { fieldError, ProblemError } from "../../core/lib/problem-error.ts";
import {
  type BillingInfoRow,
  findBillingInfo,
  insertBillingInfo,
  insertUncheckedVatId,
} from "./billing-info-store.ts";
import { vatIdCheck } from "./check-vat-id.ts";
import { lockBillingAccount } from "./ledger.ts";
import { readSeller } from "./seller.ts";
import { readTax } from "./tax.ts";

async function readInfo(tx: Tx, workspaceId: string, now: Date): Promise<BillingInfoResponse> {
  const [seller, info] = [await readSeller(tx), await findBillingInfo(tx, workspaceId)];
  const tax = await readTax(tx, { seller, info, at: now, now });
  if (info === null) return { info, tax };
  const { vatValidAt: _, consultationNumber: __, vatStatus, ...shown } = info;
  const isChecked = info.vatId !== null && vatIdPrefix(info.country) !== null;
  return { info: { ...shown, vatStatus: isChecked ? (vatStatus ?? "unverified") : "none" }, tax };
}

const fields = [
  "name",
  "company",
  "addressLine1",
  "addressLine2",
  "postalCode",
  "city",
  "region",
  "country",
  "vatId",
  "receivers",
  "orderNumber",
] as const satisfies readonly (keyof BillingInfoInput)[];

const asText = (value: string | readonly string[] | null) =>
  value === null || typeof value === "string" ? value : value.join(", ") || null;

async function saveInfo(
  context: HandlerContext<typeof api.billingInfo.updateInfo>,
  check: (current: BillingInfoRow | null) => void,
): Promise<BillingInfoResponse> {
  const { tx, now, workspace, caller, body, audit, enqueue, publish } = context;
  await lockBillingAccount(tx, workspace.id);
  const current = await findBillingInfo(tx, workspace.id);
  check(current);
  const changes = fields
    .map((field) => ({
      field: `billing.${field}`,
      from: current === null ? null : asText(current[field]),
      to: asText(body[field]),
    }))
    .filter(({ from, to }) => from !== to);
  audit({ target: { type: "workspace", id: workspace.id, name: workspace.name }, changes });
  if (changes.length > 0) {
    const version = (current?.version ?? 0) + 1;
    await insertBillingInfo(tx, workspace.id, version, body, { by: caller.user.id, now });
  }
  if (body.vatId !== null && vatIdPrefix(body.country) !== null) {
    await insertUncheckedVatId(tx, workspace.id, body.vatId);
    const checked = { workspaceId: workspace.id, vatId: body.vatId };
    const key = `billing.check_vat_id ${workspace.id} ${body.vatId}`;
    if (current?.vatId !== body.vatId || current.vatStatus !== "valid")
      await enqueue(vatIdCheck, checked, { key });
  }
  await publish(workspace.id, { topic: "billing", id: null });
  return readInfo(tx, workspace.id, now);
}

export const billingInfoHandlers: Handlers<typeof api.billingInfo> = {
  info: ({ tx, workspace, now }) => readInfo(tx, workspace.id, now),
  createInfo: (context) =>
    saveInfo(context, (current) => {
      if (current !== null) throw fieldError("name", "already_exists");
    }),
  updateInfo: (context) =>
    saveInfo(context, (current) => {
      if (current === null) throw new ProblemError("not_found");
    }),
};

const names = new Intl.DisplayNames("en", { type: "region" });

export const countriesHandlers: Handlers<typeof api.countries> = {
  list: async () => ({
    countries: countryCodes.map((code) => ({
      code,
      name: names.of(code) ?? code,
      isInEu: isInEu(code),
      vatIdPrefix: vatIdPrefix(code),
      needsPostalCode: needsPostalCode(code),
      needsRegion: needsRegion(code),
    })),
  }),
};

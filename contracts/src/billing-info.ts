/** Who is invoiced: address, VAT id, receivers of invoices. */
import { z } from "zod";
import { billingResource } from "./billing.ts";
import { countryCodes, needsPostalCode, needsRegion } from "./countries.ts";
import { can, defineEndpoints, get, open, post, put, Timestamp } from "./endpoint.ts";
import { createFieldError, failsWith, fieldIssue } from "./field-problem.ts";
import { defineResource } from "./resource.ts";
import { displayName, email, normalizeEmail } from "./text.ts";
import { isVatIdOf, normalizeVatId, taxReasons, vatIdPrefix } from "./vat.ts";

/** A missing value and an empty one are null. */
const optionalName = (max: number) =>
  z
    .union([z.literal("").transform(() => null), displayName(max)])
    .nullish()
    .transform((text) => text ?? null);

/** A registration number of a country without EU VAT ids: it is printed and not checked. */
const foreignTaxId = /^[A-Z0-9/]{4,16}$/;

export const Country = z
  .string()
  .refine((code) => countryCodes.includes(code), failsWith("choice"))
  .meta({ pattern: "^[A-Z]{2}$" });

export const BillingInfoInput = z
  .strictObject({
    name: displayName(200),
    company: optionalName(200),
    addressLine1: displayName(200),
    addressLine2: optionalName(200),
    postalCode: optionalName(20),
    city: displayName(100),
    /** State or province. */
    region: optionalName(100),
    /** ISO 3166-1 code. */
    country: Country,
    /** With its country prefix, such as NL123456789B01; spaces, dots and dashes are removed. */
    vatId: z
      .string()
      .max(40)
      .nullish()
      .transform((text) => normalizeVatId(text ?? "") || null),
    /** Email addresses that receive invoices. */
    receivers: z
      .array(email)
      .max(10)
      .default([])
      .transform((all) => [...new Map(all.map((one) => [normalizeEmail(one), one])).values()]),
    /** The customer's own reference, printed on invoices. */
    orderNumber: optionalName(100),
  })
  .superRefine(({ country, postalCode, region, vatId }, context) => {
    if (postalCode === null && needsPostalCode(country))
      context.addIssue(fieldIssue(createFieldError("required"), ["postalCode"]));
    if (region === null && needsRegion(country))
      context.addIssue(fieldIssue(createFieldError("required"), ["region"]));
    const isFormed =
      vatId === null ||
      (vatIdPrefix(country) === null ? foreignTaxId.test(vatId) : isVatIdOf(country, vatId));
    if (!isFormed)
      context.addIssue(fieldIssue(createFieldError("format", { rule: "vat_id" }), ["vatId"]));
  });
export type BillingInfoInput = z.output<typeof BillingInfoInput>;

/** `unavailable`: the register of the country did not respond; it is asked again. `none`: there is nothing to check. */
export const vatStatuses = ["none", "unverified", "valid", "invalid", "unavailable"] as const;

export const BillingInfo = z.object({
  version: z.int(),
  name: z.string(),
  company: z.string().nullable(),
  addressLine1: z.string(),
  addressLine2: z.string().nullable(),
  postalCode: z.string().nullable(),
  city: z.string(),
  region: z.string().nullable(),
  country: z.string(),
  vatId: z.string().nullable(),
  vatStatus: z.enum(vatStatuses),
  vatCheckedAt: Timestamp.nullable(),
  receivers: z.array(z.string()),
  orderNumber: z.string().nullable(),
  updatedAt: Timestamp,
});
export type BillingInfo = z.infer<typeof BillingInfo>;

/** The tax of an invoice that is issued now. */
export const TaxPreview = z.object({
  reason: z.enum(taxReasons),
  ratePpm: z.int(),
  country: z.string().nullable(),
});
export type TaxPreview = z.infer<typeof TaxPreview>;

const InfoResponse = z.object({ info: BillingInfo.nullable(), tax: TaxPreview });
export type BillingInfoResponse = z.infer<typeof InfoResponse>;

export const billingInfo = defineEndpoints(billingResource, {
  info: get("/api/v1/workspaces/:workspace/billing/info", {
    summary: "Get who is invoiced, and the tax of an invoice that is issued now",
    access: can("billing.view", "workspace"),
    response: InfoResponse,
  }),
  createInfo: post("/api/v1/workspaces/:workspace/billing/info", {
    summary: "Set who is invoiced, for the first time",
    access: can("billing.info_update", "workspace"),
    body: BillingInfoInput,
    response: InfoResponse,
    status: 201,
  }),
  updateInfo: put("/api/v1/workspaces/:workspace/billing/info", {
    summary: "Change who is invoiced. Issued invoices stay as they are",
    access: can("billing.info_update", "workspace"),
    body: BillingInfoInput,
    response: InfoResponse,
  }),
});

export const countriesResource = defineResource("countries", {});

export const countries = defineEndpoints(countriesResource, {
  list: get("/api/v1/assets/countries", {
    summary: "List countries with what an address and a VAT id need there",
    access: open("Forms for guests and programs ask for a country before there is a session"),
    response: z.object({
      countries: z.array(
        z.object({
          code: z.string(),
          /** In English. */
          name: z.string(),
          isInEu: z.boolean(),
          /** Prefix of VAT ids; null where they are not checked. */
          vatIdPrefix: z.string().nullable(),
          needsPostalCode: z.boolean(),
          needsRegion: z.boolean(),
        }),
      ),
    }),
  }),
});

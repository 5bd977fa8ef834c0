/**
 * Rules of EN 16931 by their ids, for tests: the arithmetic and the VAT categories that Boreal uses. The official
 * Schematron files are in no package. Amounts are whole cents.
 */
export interface EInvoiceModel {
  readonly type: string;
  readonly currency: string;
  readonly lines: readonly {
    net: number;
    quantity: number;
    price: number;
    base: number;
    unit: string;
    category: string;
    percent: string | null;
  }[];
  readonly allowances: readonly { amount: number; reason: string; category: string }[];
  readonly lineTotal: number;
  readonly allowanceTotal: number;
  readonly net: number;
  readonly tax: number;
  readonly total: number;
  readonly paid: number;
  readonly payable: number;
  readonly breakdown: readonly {
    taxable: number;
    tax: number;
    category: string;
    percent: string | null;
    exemption: string | null;
  }[];
  readonly hasTerms: boolean;
  readonly sellerVatId: string | null;
  readonly sellerId: string | null;
  readonly buyerVatId: string | null;
  readonly preceding: string | null;
}

const texts = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}(?: [^>]*)?>([^<]*)</${tag}>`, "g"))].map(
    ([, text = ""]) => text,
  );
const sections = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}(?: [^>]*)?>([\\s\\S]*?)</${tag}>`, "g"))].map(
    ([, text = ""]) => text,
  );
const text = (xml: string, tag: string): string | null => texts(xml, tag)[0] ?? null;
const section = (xml: string, tag: string): string => sections(xml, tag)[0] ?? "";

function cents(amount: string | null): number {
  if (amount === null) return 0;
  if (!/^-?\d+\.\d{2}$/.test(amount)) throw new Error(`${amount} has not two decimals (BR-DEC)`);
  return Number(amount.replace(".", ""));
}

export function readUbl(xml: string): EInvoiceModel {
  const [totals, taxes] = [section(xml, "cac:LegalMonetaryTotal"), section(xml, "cac:TaxTotal")];
  const [seller, buyer] = [
    section(xml, "cac:AccountingSupplierParty"),
    section(xml, "cac:AccountingCustomerParty"),
  ];
  const lines = [...sections(xml, "cac:InvoiceLine"), ...sections(xml, "cac:CreditNoteLine")];
  return {
    type: text(xml, "cbc:InvoiceTypeCode") ?? text(xml, "cbc:CreditNoteTypeCode") ?? "",
    currency: text(xml, "cbc:DocumentCurrencyCode") ?? "",
    lines: lines.map((line) => ({
      net: cents(text(line, "cbc:LineExtensionAmount")),
      quantity: Number(text(line, "cbc:InvoicedQuantity") ?? text(line, "cbc:CreditedQuantity")),
      unit: /unitCode="(\w+)"/.exec(line)?.[1] ?? "",
      price: cents(text(line, "cbc:PriceAmount")),
      base: Number(text(line, "cbc:BaseQuantity") ?? 1),
      category: text(section(line, "cac:ClassifiedTaxCategory"), "cbc:ID") ?? "",
      percent: text(line, "cbc:Percent"),
    })),
    allowances: sections(xml, "cac:AllowanceCharge").map((allowance) => ({
      amount: cents(text(allowance, "cbc:Amount")),
      reason: text(allowance, "cbc:AllowanceChargeReason") ?? "",
      category: text(section(allowance, "cac:TaxCategory"), "cbc:ID") ?? "",
    })),
    lineTotal: cents(text(totals, "cbc:LineExtensionAmount")),
    allowanceTotal: cents(text(totals, "cbc:AllowanceTotalAmount")),
    net: cents(text(totals, "cbc:TaxExclusiveAmount")),
    tax: cents(text(taxes, "cbc:TaxAmount")),
    total: cents(text(totals, "cbc:TaxInclusiveAmount")),
    paid: cents(text(totals, "cbc:PrepaidAmount")),
    payable: cents(text(totals, "cbc:PayableAmount")),
    breakdown: sections(taxes, "cac:TaxSubtotal").map((part) => ({
      taxable: cents(text(part, "cbc:TaxableAmount")),
      tax: cents(text(part, "cbc:TaxAmount")),
      category: text(section(part, "cac:TaxCategory"), "cbc:ID") ?? "",
      percent: text(part, "cbc:Percent"),
      exemption: text(part, "cbc:TaxExemptionReasonCode"),
    })),
    hasTerms: /<cbc:DueDate>|<cac:PaymentTerms>/.test(xml),
    sellerVatId: text(section(seller, "cac:PartyTaxScheme"), "cbc:CompanyID"),
    sellerId: text(section(seller, "cac:PartyLegalEntity"), "cbc:CompanyID"),
    buyerVatId: text(section(buyer, "cac:PartyTaxScheme"), "cbc:CompanyID"),
    preceding: text(section(xml, "cac:InvoiceDocumentReference"), "cbc:ID"),
  };
}

export function readCii(xml: string): EInvoiceModel {
  const settlement = section(xml, "ram:ApplicableHeaderTradeSettlement");
  const totals = section(settlement, "ram:SpecifiedTradeSettlementHeaderMonetarySummation");
  const [seller, buyer] = [
    section(xml, "ram:SellerTradeParty"),
    section(xml, "ram:BuyerTradeParty"),
  ];
  const sum = (tag: string) => cents(text(totals, tag));
  return {
    type: text(xml, "ram:TypeCode") ?? "",
    currency: text(settlement, "ram:InvoiceCurrencyCode") ?? "",
    lines: sections(xml, "ram:IncludedSupplyChainTradeLineItem").map((line) => ({
      net: cents(text(line, "ram:LineTotalAmount")),
      quantity: Number(text(line, "ram:BilledQuantity")),
      unit: /BilledQuantity unitCode="(\w+)"/.exec(line)?.[1] ?? "",
      price: cents(text(line, "ram:ChargeAmount")),
      base: Number(text(line, "ram:BasisQuantity") ?? 1),
      category: text(line, "ram:CategoryCode") ?? "",
      percent: text(line, "ram:RateApplicablePercent"),
    })),
    allowances: sections(settlement, "ram:SpecifiedTradeAllowanceCharge").map((allowance) => ({
      amount: cents(text(allowance, "ram:ActualAmount")),
      reason: text(allowance, "ram:Reason") ?? "",
      category: text(allowance, "ram:CategoryCode") ?? "",
    })),
    lineTotal: sum("ram:LineTotalAmount"),
    allowanceTotal: sum("ram:AllowanceTotalAmount"),
    net: sum("ram:TaxBasisTotalAmount"),
    tax: sum("ram:TaxTotalAmount"),
    total: sum("ram:GrandTotalAmount"),
    paid: sum("ram:TotalPrepaidAmount"),
    payable: sum("ram:DuePayableAmount"),
    breakdown: sections(settlement, "ram:ApplicableTradeTax").map((part) => ({
      taxable: cents(text(part, "ram:BasisAmount")),
      tax: cents(text(part, "ram:CalculatedAmount")),
      category: text(part, "ram:CategoryCode") ?? "",
      percent: text(part, "ram:RateApplicablePercent"),
      exemption: text(part, "ram:ExemptionReasonCode"),
    })),
    hasTerms: settlement.includes("<ram:SpecifiedTradePaymentTerms>"),
    sellerVatId: /schemeID="VA">([^<]*)</.exec(seller)?.[1] ?? null,
    sellerId: text(section(seller, "ram:SpecifiedLegalOrganization"), "ram:ID"),
    buyerVatId: /schemeID="VA">([^<]*)</.exec(buyer)?.[1] ?? null,
    preceding: text(section(settlement, "ram:InvoiceReferencedDocument"), "ram:IssuerAssignedID"),
  };
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** The ids of the rules that the document breaks. */
export function brokenRules(model: EInvoiceModel): string[] {
  const { lines, allowances, breakdown } = model;
  const [part, ...others] = breakdown;
  const category = part?.category ?? "";
  const isCategory = (code: string) => category === code;
  const rate = Number(part?.percent ?? 0);
  const rules: Record<string, boolean> = {
    "BR-16": lines.length > 0,
    "BR-CL-01": ["380", "381"].includes(model.type),
    "BR-CL-03": model.currency === "USD",
    "BR-CL-17": ["S", "Z", "AE", "O"].includes(category),
    "BR-CL-23": lines.every(({ unit }) => unit === "SEC" || unit === "C62"),
    "BR-27": lines.every(({ price }) => price >= 0),
    "BR-33": allowances.every(({ reason }) => reason !== ""),
    "BR-CO-10": model.lineTotal === sumOf(lines.map(({ net }) => net)),
    "BR-CO-11": model.allowanceTotal === sumOf(allowances.map(({ amount }) => amount)),
    "BR-CO-13": model.net === model.lineTotal - model.allowanceTotal,
    "BR-CO-14": model.tax === sumOf(breakdown.map(({ tax }) => tax)),
    "BR-CO-15": model.total === model.net + model.tax,
    "BR-CO-16": model.payable === model.total - model.paid,
    // A part of an invoice that is credited takes the same part of its tax, so a cent may differ.
    "BR-CO-17": breakdown.every(
      ({ taxable, tax, percent }) =>
        Math.abs(tax - (taxable * Number(percent ?? 0)) / 100) <= (model.type === "381" ? 1 : 0.5),
    ),
    "BR-CO-18": part !== undefined && others.length === 0,
    "BR-CO-25": model.payable <= 0 || model.hasTerms,
    "BR-CO-26": model.sellerVatId !== null || model.sellerId !== null,
    "BR-55": model.type === "380" || model.preceding !== null,
    "BR-S-02": !isCategory("S") || model.sellerVatId !== null,
    "BR-S-05":
      !isCategory("S") || (rate > 0 && lines.every(({ percent }) => Number(percent) === rate)),
    "BR-S-08": part?.taxable === model.net,
    "BR-AE-02": !isCategory("AE") || (model.sellerVatId !== null && model.buyerVatId !== null),
    "BR-AE-05": !isCategory("AE") || lines.every(({ percent }) => Number(percent) === 0),
    "BR-AE-09": !isCategory("AE") || model.tax === 0,
    "BR-AE-10": !isCategory("AE") || part?.exemption === "VATEX-EU-AE",
    "BR-O-02": !isCategory("O") || (model.sellerVatId === null && model.buyerVatId === null),
    "BR-O-05": !isCategory("O") || lines.every(({ percent }) => percent === null),
    "BR-O-09": !isCategory("O") || model.tax === 0,
    "BR-O-10": !isCategory("O") || part?.exemption === "VATEX-EU-O",
    "BR-O-11": [...lines, ...allowances].every((one) => one.category === category),
    // Not of EN 16931, but of those who read it: the amount of a line follows from quantity and price.
    "PEPPOL-EN16931-R120": lines.every(
      ({ net, quantity, price, base }) => Math.abs(net - (quantity * price) / base) <= 0.5 + 1e-9,
    ),
  };
  return Object.entries(rules).flatMap(([id, holds]) => (holds ? [] : [id]));
}

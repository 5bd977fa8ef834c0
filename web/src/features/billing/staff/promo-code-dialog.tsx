import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type PromoCode, type promoKinds, promoCodes } from "#contracts/promo-codes.ts";
import { FormDialog } from "../../../components/form-dialog.tsx";
import { useEndpointForm } from "../../../components/use-endpoint-form.ts";
import { invalidate } from "../../../lib/api/api-client.ts";
import { Checkbox, Field, Select, TextInput } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast.ts";
import styles from "../billing.module.css";
import { centsText, toCents, toCount } from "./amounts.ts";
import { dayOfEnd, dayOfStart, emptyToNull, percentText, toPpm } from "./promo-code-values.ts";

interface Values {
  readonly code: string;
  readonly kind: (typeof promoKinds)[number];
  readonly amount: string;
  readonly percent: string;
  readonly months: string;
  readonly maximum: string;
  readonly grantDays: string;
  readonly maxUses: string;
  readonly perWorkspace: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly newWorkspacesOnly: boolean;
  readonly isDisabled: boolean;
}

const numberText = (value: number | null) => (value === null ? "" : String(value));
const toValues = (code: PromoCode | null): Values => ({
  code: code?.code ?? "",
  kind: code?.kind ?? "credit",
  amount: code === null || code.amount === null ? "" : centsText(code.amount.cents),
  percent: code === null || code.percentPpm === null ? "" : percentText(code.percentPpm),
  months: numberText(code?.months ?? null),
  maximum: code === null || code.maximum === null ? "" : centsText(code.maximum.cents),
  grantDays: numberText(code?.grantDays ?? null),
  maxUses: numberText(code?.maxUses ?? null),
  perWorkspace: String(code?.perWorkspace ?? 1),
  startsAt: code === null ? "" : dayOfStart(code.startsAt),
  endsAt: code === null || code.endsAt === null ? "" : dayOfEnd(code.endsAt),
  newWorkspacesOnly: code?.newWorkspacesOnly ?? false,
  isDisabled: code?.isDisabled ?? false,
});

/** Creates a promo code, or changes one. */
export default function PromoCodeDialog({
  code,
  onClose,
}: {
  /** Null for a new one. */
  code: PromoCode | null;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const initial = toValues(code);
  const form = useEndpointForm(code === null ? promoCodes.create : promoCodes.update, {
    initial,
    labels: {
      code: t`Code`,
      kind: t`Type`,
      amount: t`Amount in US$`,
      percent: t`Percent of the subtotal`,
      months: t`Number of monthly invoices`,
      maximum: t`At most per invoice in US$`,
      grantDays: t`Days for which the credit is valid`,
      maxUses: t`Maximum uses`,
      perWorkspace: t`Uses per workspace`,
      startsAt: t`First day (UTC)`,
      endsAt: t`Last day (UTC)`,
      newWorkspacesOnly: t`New workspaces only`,
      isDisabled: t`Disabled`,
    },
    ...(code !== null && { path: { promoCode: code.id } }),
    alias: { amountCents: "amount", percentPpm: "percent", maximumCents: "maximum" },
    also: (values): Readonly<Record<string, string>> => {
      const amountProblem = t`Enter an amount such as 12 or 12.50`;
      const isCredit = values.kind === "credit";
      const percent = toPpm(values.percent);
      return {
        ...(isCredit && toCents(values.amount) === null && { amount: amountProblem }),
        ...(!isCredit &&
          (percent === null || percent > 1_000_000) && {
            percent: t`Enter a percentage up to 100, such as 12.5`,
          }),
        ...(!isCredit &&
          values.maximum.trim() !== "" &&
          toCents(values.maximum) === null && { maximum: amountProblem }),
      };
    },
    body: (values) => ({
      code: values.code,
      kind: values.kind,
      ...(values.kind === "credit"
        ? {
            amountCents: toCents(values.amount),
            grantDays: emptyToNull(values.grantDays, toCount),
          }
        : {
            percentPpm: toPpm(values.percent),
            months: emptyToNull(values.months, toCount),
            maximumCents: emptyToNull(values.maximum, toCents),
          }),
      maxUses: emptyToNull(values.maxUses, toCount),
      perWorkspace: toCount(values.perWorkspace) ?? values.perWorkspace,
      // A day that nobody changed keeps its time.
      startsAt:
        values.startsAt === initial.startsAt ? (code?.startsAt ?? null) : values.startsAt || null,
      endsAt: values.endsAt === initial.endsAt ? (code?.endsAt ?? null) : values.endsAt || null,
      newWorkspacesOnly: values.newWorkspacesOnly,
      isDisabled: values.isDisabled,
    }),
    onDone: async (_saved, { code: name }) => {
      const shown = name.trim().toUpperCase();
      void toast({ title: code === null ? t`${shown} created` : t`${shown} changed` });
      onClose();
      await invalidate(client, promoCodes.list);
    },
  });
  const isCredit = form.values.kind === "credit";
  const text = (
    name: Exclude<keyof Values, "kind" | "newWorkspacesOnly" | "isDisabled">,
    mode: "decimal" | "numeric",
    help?: string,
  ) => {
    const { field, input } = form.field(name);
    return (
      <Field {...field} help={help}>
        <TextInput {...input} inputMode={mode} autoComplete="off" />
      </Field>
    );
  };
  const [name, kind, starts, ends, fresh, disabled] = [
    form.field("code"),
    form.field("kind"),
    form.field("startsAt"),
    form.field("endsAt"),
    form.field("newWorkspacesOnly"),
    form.field("isDisabled"),
  ];
  const title = code?.code ?? "";
  const { used } = code ?? { used: 0 };
  return (
    <FormDialog
      form={form}
      title={code === null ? t`Create promo code` : t`Edit ${title}`}
      submit={code === null ? <Trans>Create promo code</Trans> : <Trans>Save</Trans>}
      isEdit={code !== null}
      intro={
        used > 0 ? (
          <p>
            <Plural
              value={used}
              one="Used # time. What was redeemed stays as it is."
              other="Used # times. What was redeemed stays as it is."
            />
          </p>
        ) : null
      }
      onClose={onClose}
    >
      <Field {...name.field} help={t`Letters, digits, - and _. Upper and lower case are the same`}>
        <TextInput {...name.input} autoComplete="off" spellCheck={false} translate="no" />
      </Field>
      <Field {...kind.field}>
        <Select
          {...kind.input}
          options={[
            { value: "credit", label: t`Credit` },
            { value: "percent", label: t`Percentage of invoices` },
          ]}
        />
      </Field>
      <div className={styles["fields"]}>
        {isCredit ? (
          <>
            {text("amount", "decimal")}
            {text("grantDays", "numeric", t`Empty: no end`)}
          </>
        ) : (
          <>
            {text("percent", "decimal")}
            {text("months", "numeric")}
            {text("maximum", "decimal", t`Empty: no maximum`)}
          </>
        )}
        {text("maxUses", "numeric", t`Of all workspaces together. Empty: no limit`)}
        {text("perWorkspace", "numeric")}
        <Field {...starts.field} help={code === null ? t`Empty: today` : undefined}>
          <TextInput {...starts.input} type="date" />
        </Field>
        <Field {...ends.field} help={t`Empty: no end`}>
          <TextInput {...ends.input} type="date" />
        </Field>
      </div>
      <Checkbox {...fresh.input} label={<Trans>Only workspaces without an issued invoice</Trans>} />
      <Checkbox {...disabled.input} label={<Trans>Disabled: nobody can redeem it</Trans>} />
    </FormDialog>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type BillingInfo, billingInfo } from "#contracts/billing-info.ts";
import { needsPostalCode, needsRegion } from "#contracts/countries.ts";
import { vatIdPrefix } from "#contracts/vat.ts";
import { Form, FormProblems } from "../../components/form.tsx";
import { FormSaveActions } from "../../components/form-save-actions.tsx";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { invalidate } from "../../lib/api/api-client.ts";
import { Field, Textarea, TextInput } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { CountrySelect } from "./country-select.tsx";
import styles from "./billing.module.css";

const toValues = (info: BillingInfo | null) => ({
  name: info?.name ?? "",
  company: info?.company ?? "",
  country: info?.country ?? "",
  addressLine1: info?.addressLine1 ?? "",
  addressLine2: info?.addressLine2 ?? "",
  postalCode: info?.postalCode ?? "",
  city: info?.city ?? "",
  region: info?.region ?? "",
  vatId: info?.vatId ?? "",
  receivers: info?.receivers.join("\n") ?? "",
  orderNumber: info?.orderNumber ?? "",
});

interface BillingInfoFormProps {
  readonly workspace: string;
  /** Null until it is set for the first time. */
  readonly info: BillingInfo | null;
  readonly onSaved?: () => void;
  /** Buttons of the form, where it is a step to something; by default those of a settings form. */
  readonly actions?: (busy: boolean) => ReactNode;
}

/** Who is invoiced. */
export function BillingInfoForm({ workspace, info, onSaved, actions }: BillingInfoFormProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useEndpointForm(info === null ? billingInfo.createInfo : billingInfo.updateInfo, {
    initial: toValues(info),
    labels: {
      name: t`Name`,
      company: t`Company`,
      country: t`Country`,
      addressLine1: t`Address`,
      addressLine2: t`Address, second line`,
      postalCode: t`Postal code`,
      city: t`City`,
      region: t`State or province`,
      vatId: t`VAT ID`,
      receivers: t`Send invoices to`,
      orderNumber: t`Order number`,
    },
    path: { workspace },
    body: ({ receivers, ...values }) => ({
      ...values,
      receivers: receivers.split(/[\s,;]+/).filter((address) => address !== ""),
    }),
    onDone: async (saved) => {
      void toast({ title: t`Billing details saved` });
      form.reset(toValues(saved.info));
      await invalidate(client, billingInfo.info);
      onSaved?.();
    },
  });
  const { country } = form.values;
  const [name, company, orderNumber] = [
    form.field("name"),
    form.field("company"),
    form.field("orderNumber"),
  ];
  const [line1, line2, city] = [
    form.field("addressLine1"),
    form.field("addressLine2"),
    form.field("city"),
  ];
  const [postalCode, region] = [form.field("postalCode"), form.field("region")];
  const [countryField, vatId, receivers] = [
    form.field("country"),
    form.field("vatId"),
    form.field("receivers"),
  ];
  const prefix = vatIdPrefix(country);
  const optional = t`optional`;
  return (
    <>
      <Form form={form} code={t`Billing details`} className={styles["form"] ?? ""}>
        <FormProblems form={form} />
        <Field {...name.field}>
          <TextInput {...name.input} autoComplete="name" maxLength={200} />
        </Field>
        <Field {...company.field} aside={optional}>
          <TextInput {...company.input} autoComplete="organization" maxLength={200} />
        </Field>
        <Field {...countryField.field}>
          <CountrySelect
            {...countryField.input}
            onChange={(next) => {
              // A state or province belongs to its country.
              if (country !== "" && next !== country) form.change({ region: "" });
              countryField.input.onChange(next);
            }}
          />
        </Field>
        <Field {...line1.field}>
          <TextInput {...line1.input} autoComplete="address-line1" maxLength={200} />
        </Field>
        <Field {...line2.field} aside={optional}>
          <TextInput {...line2.input} autoComplete="address-line2" maxLength={200} />
        </Field>
        <div className={styles["pair"]}>
          <Field {...postalCode.field} aside={needsPostalCode(country) ? undefined : optional}>
            <TextInput {...postalCode.input} autoComplete="postal-code" maxLength={20} />
          </Field>
          <Field {...city.field}>
            <TextInput {...city.input} autoComplete="address-level2" maxLength={100} />
          </Field>
        </div>
        <Field {...region.field} aside={needsRegion(country) ? undefined : optional}>
          <TextInput {...region.input} autoComplete="address-level1" maxLength={100} />
        </Field>
        <Field
          {...vatId.field}
          aside={optional}
          help={
            prefix === null
              ? t`Printed on invoices`
              : t`Starts with ${prefix}. Checked with the EU register after you save.`
          }
        >
          <TextInput {...vatId.input} autoComplete="off" maxLength={40} />
        </Field>
        <Field
          {...receivers.field}
          aside={optional}
          help={t`One email address per line, at most 10. They are printed on invoices. An invoice that promo codes cover in full isn't mailed, and a month without usage has no invoice.`}
        >
          <Textarea {...receivers.input} rows={3} />
        </Field>
        <Field
          {...orderNumber.field}
          aside={optional}
          help={t`Your own reference, printed on invoices`}
        >
          <TextInput {...orderNumber.input} autoComplete="off" maxLength={100} />
        </Field>
        <div className={styles["actions"]}>
          {actions?.(form.busy) ?? (
            <FormSaveActions form={form} onDiscard={() => form.reset(toValues(info))} />
          )}
        </div>
      </Form>
      {info === null && (
        <p className={styles["subtle"]}>
          <Trans>Without billing details, invoices name only the workspace.</Trans>
        </p>
      )}
    </>
  );
}

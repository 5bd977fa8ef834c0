import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { Product, Region } from "#contracts/catalogue.ts";
import { queue } from "#contracts/queue.ts";
import { FormDialog } from "../../../components/form-dialog.tsx";
import { useEndpointForm } from "../../../components/use-endpoint-form.ts";
import { invalidate } from "../../../lib/api/api-client.ts";
import { formatDateTime, formatHourlyRate } from "../../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../../lib/i18n/i18n.ts";
import { useNow } from "../../../lib/hooks/use-now.ts";
import { Field, Select, TextInput } from "../../../ui/field.tsx";
import { ChoiceFields } from "./choice-fields.tsx";
import { parseChoice, useChoiceOptions } from "./choices.ts";
import { parseRate, rateText } from "./parse-rate.ts";

/** The rest of an order that is to wait, as its form or line has it. */
export interface WaitOrder {
  readonly operatingsystem: string;
  readonly hostname: readonly string[];
  readonly workspaceCredential: readonly string[];
  readonly projectId: string;
  readonly userData: string;
  /** What else would do, as `choiceKey` writes it. */
  readonly alternatives: readonly string[];
  /** Dollars; "" for the price of the product. */
  readonly maxRateMicrosPerHour: string;
}

interface WaitDialogProps {
  readonly workspace: string;
  readonly order: WaitOrder;
  readonly product: Product;
  readonly region: string;
  readonly products: readonly Product[];
  readonly regions: readonly Region[];
  /** The order waits. */
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

const dayMilliseconds = 86_400_000;
const lifetimes = ["1", "3", "7", "30"] as const;

/** Asks for what else would do, the highest price and the end, and places an order that waits. */
export default function WaitDialog({
  workspace,
  order,
  product,
  region,
  products,
  regions,
  onDone,
  onClose,
}: WaitDialogProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const now = useNow();
  const localeSettings = useLocaleSettings();
  const regionName = (handle: string) =>
    regions.find((each) => each.handle === handle)?.name ?? handle;
  const expiresAt = (days: string) => new Date(now + Number(days) * dayMilliseconds).toISOString();
  const options = useChoiceOptions(product, region, { products, regions });
  const { alternatives, maxRateMicrosPerHour, ...rest } = order;
  const form = useEndpointForm(queue.create, {
    initial: {
      ...rest,
      maxRateMicrosPerHour: maxRateMicrosPerHour || rateText(product.rateMicrosPerHour),
      expiresAt: "7",
      // The order may be of another product than the one that is waited for.
      choices: alternatives.filter((key) => options.some(({ value }) => value === key)),
    },
    labels: {
      maxRateMicrosPerHour: t`At most per hour, in US$`,
      expiresAt: t`Wait for`,
      choices: t`Otherwise`,
      operatingsystem: t`Operating system`,
      hostname: t`Hostname`,
      workspaceCredential: t`SSH keys`,
      projectId: t`Project`,
      userData: t`User data`,
    },
    path: { workspace },
    body: (values) => ({
      selectedInstanceVariant: product.variant,
      choices: [{ region, product: product.id }, ...values.choices.map(parseChoice)],
      operatingsystem: values.operatingsystem,
      hostname: values.hostname,
      workspaceCredential: values.workspaceCredential,
      ...(values.projectId === "" ? {} : { projectId: values.projectId }),
      ...(values.userData === "" ? {} : { userData: values.userData }),
      maxRateMicrosPerHour: parseRate(values.maxRateMicrosPerHour),
      expiresAt: expiresAt(values.expiresAt),
    }),
    onDone: async () => {
      await invalidate(client, queue.list);
      await onDone();
    },
  });
  const { values } = form;
  const price = form.field("maxRateMicrosPerHour");
  const expiry = form.field("expiresAt");
  return (
    <FormDialog
      form={form}
      title={t`Start when ${product.name} is free`}
      submit={<Trans>Wait for it</Trans>}
      guard={false}
      onClose={onClose}
    >
      <p>
        {plural(order.hostname.length, {
          one: "One instance",
          other: "# instances",
        })}
        {": "}
        <span translate="no">{order.hostname.join(", ")}</span>
      </p>
      <p>
        <Trans>
          The order starts as soon as {product.name} is free in {regionName(region)}, in the order
          of requests. Nothing is billed while it waits, and you can cancel it.
        </Trans>
      </p>
      <ChoiceFields
        value={values.choices}
        onChange={(choices) => form.change({ choices: [...choices] })}
        options={options}
        bind={(at, key, onChange) => form.at(`choices.${at + 1}.product`, key, onChange)}
      />
      <Field
        {...price.field}
        help={t`For each instance. The price now is ${formatHourlyRate(product.rateMicrosPerHour)}.`}
      >
        <TextInput {...price.input} inputMode="decimal" autoComplete="off" maxLength={12} />
      </Field>
      <Field
        {...expiry.field}
        help={t`Ends ${formatDateTime(expiresAt(values.expiresAt), localeSettings)}`}
      >
        <Select
          {...expiry.input}
          options={lifetimes.map((value) => ({
            value,
            label: plural(Number(value), { one: "# day", other: "# days" }),
          }))}
        />
      </Field>
    </FormDialog>
  );
}

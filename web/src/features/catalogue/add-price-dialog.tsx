/** A price from now or from the start of a day on. Instances keep the price of their order. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type VirtualProduct, virtualProducts } from "#contracts/virtual-products.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { invalidate } from "../../lib/api/api-client.ts";
import { formatHourlyRate } from "../../lib/i18n/format.ts";
import { Field, TextInput } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { parseRate } from "../queue/shared/parse-rate.ts";
import { changedByProduct } from "./product-queries.ts";

export default function AddPriceDialog({
  product,
  onClose,
}: {
  product: VirtualProduct;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { name } = product;
  const form = useEndpointForm(virtualProducts.addPrice, {
    initial: { rateMicrosPerHour: "", validFrom: "" },
    labels: { rateMicrosPerHour: t`Price per hour in US$`, validFrom: t`From` },
    path: { virtualProduct: product.id },
    body: ({ rateMicrosPerHour, validFrom }) => ({
      rateMicrosPerHour: parseRate(rateMicrosPerHour),
      ...(validFrom === "" ? {} : { validFrom: `${validFrom}T00:00:00Z` }),
    }),
    onDone: async () => {
      void toast({ title: t`Price of ${name} set` });
      onClose();
      await invalidate(client, ...changedByProduct);
    },
  });
  const rate = form.field("rateMicrosPerHour");
  const from = form.field("validFrom");
  const current = product.rateMicrosPerHour;
  const currentText = current === null ? null : formatHourlyRate(current);
  return (
    <FormDialog
      form={form}
      title={t`Set a price of ${name}`}
      submit={<Trans>Set price</Trans>}
      intro={
        <p>
          <Trans>New orders have this price. Instances keep the price of their order.</Trans>
        </p>
      }
      onClose={onClose}
    >
      <Field {...rate.field} help={currentText === null ? undefined : t`Now ${currentText}`}>
        <TextInput {...rate.input} inputMode="decimal" autoComplete="off" />
      </Field>
      <Field {...from.field} help={t`From 00:00 UTC of the day. Empty: from now on`}>
        <TextInput {...from.input} type="date" />
      </Field>
    </FormDialog>
  );
}

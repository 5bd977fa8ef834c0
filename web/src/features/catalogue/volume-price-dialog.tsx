import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type VolumeProduct, volumeProducts } from "#contracts/volume-products.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { invalidate } from "../../lib/api/api-client.ts";
import { Field, TextInput } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { parseRate, rateText } from "../queue/shared/parse-rate.ts";

const toWholeNumber = (text: string): unknown =>
  /^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : text;

/** Sends only changed fields, so that a change of another one at the same time is kept. */
export default function VolumePriceDialog({
  product,
  onClose,
}: {
  product: VolumeProduct;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { name, region, rateMicrosPerGbMonth } = product;
  const initial = {
    rateMicrosPerGbMonth: rateMicrosPerGbMonth === null ? "" : rateText(rateMicrosPerGbMonth),
    minSizeGb: String(product.minSizeGb),
    maxSizeGb: String(product.maxSizeGb),
  };
  const form = useEndpointForm(volumeProducts.update, {
    initial,
    labels: {
      rateMicrosPerGbMonth: t`Price per GB and month in US$`,
      minSizeGb: t`Smallest size in GB`,
      maxSizeGb: t`Largest size in GB`,
    },
    path: { volumeProduct: product.id },
    body: (values) => ({
      ...(values.rateMicrosPerGbMonth === initial.rateMicrosPerGbMonth
        ? {}
        : { rateMicrosPerGbMonth: parseRate(values.rateMicrosPerGbMonth) }),
      ...(values.minSizeGb === initial.minSizeGb
        ? {}
        : { minSizeGb: toWholeNumber(values.minSizeGb) }),
      ...(values.maxSizeGb === initial.maxSizeGb
        ? {}
        : { maxSizeGb: toWholeNumber(values.maxSizeGb) }),
    }),
    onDone: async () => {
      void toast({ title: t`${name} updated in ${region.name}` });
      onClose();
      await invalidate(client, volumeProducts.list);
    },
  });
  const price = form.field("rateMicrosPerGbMonth");
  const smallest = form.field("minSizeGb");
  const largest = form.field("maxSizeGb");
  return (
    <FormDialog
      form={form}
      title={t`Price and sizes of ${name} in ${region.name}`}
      submit={<Trans>Save</Trans>}
      isEdit
      onClose={onClose}
    >
      <Field {...price.field}>
        <TextInput {...price.input} inputMode="decimal" autoComplete="off" />
      </Field>
      <Field {...smallest.field}>
        <TextInput {...smallest.input} inputMode="numeric" autoComplete="off" />
      </Field>
      <Field {...largest.field}>
        <TextInput {...largest.input} inputMode="numeric" autoComplete="off" />
      </Field>
    </FormDialog>
  );
}

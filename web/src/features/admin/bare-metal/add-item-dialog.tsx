import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type BareMetalProduct, bareMetalProducts } from "#contracts/bare-metal-items.ts";
import { catalogue } from "#contracts/catalogue.ts";
import { FormDialog } from "../../../components/form-dialog.tsx";
import { useEndpointForm } from "../../../components/use-endpoint-form.ts";
import { endpointQuery, invalidate } from "../../../lib/api/api-client.ts";
import { Field, Select } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast.ts";
import { ItemFormFields, toWholeNumber, useItemLabels } from "./item-form-fields.tsx";
import { changedByItem } from "./item-queries.ts";

export default function AddItemDialog({
  product,
  onClose,
}: {
  product: BareMetalProduct;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { data: regions } = useQuery({
    ...endpointQuery(catalogue.regionNames, {}),
    staleTime: 600_000,
  });
  const form = useEndpointForm(bareMetalProducts.addItem, {
    initial: {
      region: "",
      serial: "",
      foremanHost: "",
      hostGroup: "",
      rack: "",
      diskCount: "",
      note: "",
    },
    labels: { region: t`Region`, ...useItemLabels() },
    path: { bareMetalProduct: product.id },
    body: ({ diskCount, ...values }) => ({ ...values, diskCount: toWholeNumber(diskCount) }),
    onDone: async ({ serial }) => {
      void toast({ title: t`${serial} added` });
      onClose();
      await invalidate(client, ...changedByItem);
    },
  });
  const region = form.field("region");
  return (
    <FormDialog
      form={form}
      title={t`Add an item`}
      submit={<Trans>Add an item</Trans>}
      intro={
        <p>
          <Trans>It starts in maintenance, so nobody gets it until you make it available.</Trans>
        </p>
      }
      onClose={onClose}
    >
      <ItemFormFields
        form={form}
        held={null}
        region={
          <Field {...region.field}>
            <Select
              {...region.input}
              options={[
                { value: "", label: t`Choose a region` },
                ...(regions?.data ?? []).map(({ handle, name }) => ({
                  value: handle,
                  label: name,
                })),
              ]}
            />
          </Field>
        }
      />
    </FormDialog>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type VirtualProduct, virtualProducts } from "#contracts/virtual-products.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { invalidate } from "../../lib/api/api-client.ts";
import { Field, TextInput } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { changedByProduct } from "./product-queries.ts";

/** Sends only changed fields, so that a change of another one at the same time is kept. */
export default function EditProductDialog({
  product,
  onClose,
}: {
  product: VirtualProduct;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const before = {
    name: product.name,
    family: product.family,
    position: String(product.position),
  };
  const form = useEndpointForm(virtualProducts.update, {
    initial: before,
    labels: { name: t`Name`, family: t`Family`, position: t`Place in lists` },
    path: { virtualProduct: product.id },
    body: ({ name, family, position }) => ({
      ...(name === before.name ? {} : { name }),
      ...(family === before.family ? {} : { family }),
      ...(position === before.position ? {} : { position: Number(position) }),
    }),
    onDone: async ({ name }) => {
      void toast({ title: t`${name} updated` });
      onClose();
      await invalidate(client, ...changedByProduct);
    },
  });
  const name = form.field("name");
  const family = form.field("family");
  const position = form.field("position");
  return (
    <FormDialog
      form={form}
      title={t`Edit product`}
      submit={<Trans>Save</Trans>}
      isEdit
      onClose={onClose}
    >
      <Field {...name.field} help={t`Customers see it when they order and at their instances`}>
        <TextInput {...name.input} autoComplete="off" />
      </Field>
      <Field {...family.field}>
        <TextInput {...family.input} autoComplete="off" />
      </Field>
      <Field {...position.field} help={t`The lowest number comes first`}>
        <TextInput {...position.input} type="number" min={0} max={10_000} step={1} />
      </Field>
    </FormDialog>
  );
}

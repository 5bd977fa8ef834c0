import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { adminCommands } from "#contracts/admin-commands.ts";
import { catalogue } from "#contracts/catalogue.ts";
import { regionSync } from "#contracts/region-sync.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { endpointQuery, invalidate } from "../../lib/api/api-client.ts";
import { Field, Select } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { useVariantLabels } from "./region-variant-filters.tsx";

/** Asks for the provider of a region that is read again. */
export default function SyncRegionDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const variants = useVariantLabels();
  const { data: regions } = useQuery({
    ...endpointQuery(catalogue.regionNames, {}),
    staleTime: 600_000,
  });
  const options = (regions?.data ?? []).map(({ handle, name }) => ({ value: handle, label: name }));
  const form = useEndpointForm(regionSync.sync, {
    initial: { regionHandle: "", variant: "virtual_machine" },
    labels: { regionHandle: t`Region`, variant: t`Type` },
    onDone: async (_, { regionHandle }) => {
      const name = options.find(({ value }) => value === regionHandle)?.label ?? regionHandle;
      void toast({ title: t`Reading the catalog of ${name}` });
      onClose();
      await invalidate(client, adminCommands.list);
    },
  });
  const region = form.field("regionHandle");
  const variant = form.field("variant");
  return (
    <FormDialog
      form={form}
      title={t`Read the catalog again`}
      submit={<Trans>Read again</Trans>}
      intro={
        <p>
          <Trans>
            Images and stock are read from the provider every minute. After a change at the provider
            you need not wait for it.
          </Trans>
        </p>
      }
      onClose={onClose}
    >
      <Field {...region.field}>
        <Select
          {...region.input}
          options={[{ value: "", label: t`Choose a region` }, ...options]}
        />
      </Field>
      <Field {...variant.field}>
        <Select
          {...variant.input}
          options={Object.entries(variants).map(([value, label]) => ({ value, label }))}
        />
      </Field>
    </FormDialog>
  );
}

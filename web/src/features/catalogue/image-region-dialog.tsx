/** How one region finds its image. The region is asked, so it must respond unless it no longer offers the image. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type AdminImage, type ImageRegion, type ImageSource, images } from "#contracts/images.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { invalidate } from "../../lib/api/api-client.ts";
import { Field, Select, TextInput } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { changedByImage } from "./image-queries.ts";

interface RegionValues {
  readonly source: ImageSource;
  readonly glanceId: string;
}

export default function ImageRegionDialog({
  image,
  region,
  onClose,
}: {
  image: AdminImage;
  region: ImageRegion;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const regionName = region.name;
  const form = useEndpointForm<typeof images.update, RegionValues>(images.update, {
    initial: { source: region.source, glanceId: region.glanceId ?? "" },
    labels: { source: t`Image of the region`, glanceId: t`Glance ID` },
    path: { image: image.id },
    body: ({ source, glanceId }) => ({
      regions: [
        {
          regionHandle: region.regionHandle,
          source,
          glanceId: source === "id" ? glanceId.trim() : null,
        },
      ],
    }),
    alias: { "regions.0.glanceId": "glanceId", "regions.0.regionHandle": "source" },
    onDone: async ({ name }) => {
      void toast({ title: t`${name} updated in ${regionName}` });
      onClose();
      await invalidate(client, ...changedByImage);
    },
  });
  const source = form.field("source");
  const glanceId = form.field("glanceId");
  const sources: Record<ImageSource, string> = {
    name: t`Found by the name`,
    id: t`Chosen by its Glance ID`,
    none: t`Not offered in this region`,
  };
  return (
    <FormDialog
      form={form}
      title={t`${image.name} in ${regionName}`}
      submit={<Trans>Save</Trans>}
      isEdit
      intro={
        <p>
          <Trans>
            Instances that run keep their image. New ones and reinstallations use this one.
          </Trans>
        </p>
      }
      onClose={onClose}
    >
      <Field {...source.field}>
        <Select
          {...source.input}
          options={(["name", "id", "none"] as const).map((value) => ({
            value,
            label: sources[value],
          }))}
        />
      </Field>
      {form.values.source === "id" && (
        <Field {...glanceId.field} help={t`The region is asked whether it has this image`}>
          <TextInput
            {...glanceId.input}
            mono
            autoComplete="off"
            spellCheck={false}
            translate="no"
          />
        </Field>
      )}
    </FormDialog>
  );
}

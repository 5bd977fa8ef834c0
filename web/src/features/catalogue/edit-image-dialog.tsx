import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type AdminImage, architectures, images } from "#contracts/images.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { invalidate } from "../../lib/api/api-client.ts";
import { toast } from "../../ui/toast.ts";
import {
  ImageFormFields,
  type ImageValues,
  toImageBody,
  useImageLabels,
} from "./image-form-fields.tsx";
import { changedByImage } from "./image-queries.ts";

const toValues = (image: AdminImage): ImageValues => ({
  family: image.family,
  name: image.name,
  version: image.version,
  architecture: architectures.find((known) => known === image.architecture) ?? "x86_64",
  minDiskGb: String(image.minDiskGb),
  minMemoryMb: String(image.minMemoryMb),
  defaultUser: image.defaultUser,
  endOfLife: image.endOfLife ?? "",
  supportsSecurityKeys: image.supportsSecurityKeys,
});

/** Sends only changed fields, so that a change of another one at the same time is kept. */
export default function EditImageDialog({
  image,
  onClose,
}: {
  image: AdminImage;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const before = toValues(image);
  const form = useEndpointForm(images.update, {
    initial: before,
    labels: useImageLabels(),
    path: { image: image.id },
    body: (now) =>
      Object.fromEntries(
        Object.entries(toImageBody(now)).filter(
          ([name]) => Reflect.get(before, name) !== Reflect.get(now, name),
        ),
      ),
    onDone: async ({ name }) => {
      void toast({ title: t`${name} updated` });
      onClose();
      await invalidate(client, ...changedByImage);
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Edit image`}
      submit={<Trans>Save</Trans>}
      isEdit
      onClose={onClose}
    >
      <ImageFormFields form={form} />
    </FormDialog>
  );
}

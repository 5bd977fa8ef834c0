import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { images } from "#contracts/images.ts";
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

const empty: ImageValues = {
  family: "",
  name: "",
  version: "",
  architecture: "x86_64",
  minDiskGb: "",
  minMemoryMb: "",
  defaultUser: "",
  endOfLife: "",
  supportsSecurityKeys: true,
};

export default function AddImageDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useEndpointForm(images.create, {
    initial: empty,
    labels: useImageLabels(),
    body: toImageBody,
    onDone: async ({ id, name }) => {
      void toast({ title: t`${name} added` });
      onClose();
      await invalidate(client, ...changedByImage);
      await navigate({ to: "/admin/images/$imageID", params: { imageID: id } });
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Add an image`}
      submit={<Trans>Add an image</Trans>}
      intro={
        <p>
          <Trans>
            It starts inactive, so nobody is offered it until you activate it. Regions look for it
            within a minute.
          </Trans>
        </p>
      }
      onClose={onClose}
    >
      <ImageFormFields form={form} />
    </FormDialog>
  );
}

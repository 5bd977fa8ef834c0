/** Staff actions on an image, for the menu of a row and of its page. */
import { Trans, useLingui } from "@lingui/react/macro";
import { imageActions } from "#contracts/actions/images.ts";
import { type AdminImageRow, images } from "#contracts/images.ts";
import { withConfirmation } from "../../components/confirmation.ts";
import { useActionReason } from "../../components/use-action-denial.ts";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import type { MenuEntryWithCode } from "../../components/use-menu-code.ts";
import { ImageImpact } from "./image-impact.tsx";
import { changedByImage } from "./image-queries.ts";

export function useImageMenu() {
  const { t } = useLingui();
  const reasonFor = useActionReason();
  const activate = useEndpointAction(images.activate, {
    invalidates: changedByImage,
    successMessage: ({ name }) => t`${name} is offered to customers`,
  });
  const deactivate = useEndpointAction(images.deactivate, {
    invalidates: changedByImage,
    successMessage: ({ name }) => t`${name} is no longer offered`,
  });
  const restore = useEndpointAction(images.restore, {
    invalidates: changedByImage,
    successMessage: ({ name }) => t`${name} restored. It is inactive`,
  });
  const makeDefault = useEndpointAction(images.update, {
    invalidates: changedByImage,
    successMessage: ({ name, family }) => t`${name} is the default of ${family}`,
  });
  const remove = useEndpointAction(images.remove, { invalidates: changedByImage });

  return (image: AdminImageRow): readonly MenuEntryWithCode[] => {
    const { id, name } = image;
    const path = { image: id };
    const deactivation = withConfirmation({
      severity: "disruptive",
      title: t`Deactivate ${name}?`,
      confirmLabel: t`Deactivate ${name}`,
      text: (
        <>
          <Trans>Customers can't order it until it is activated again.</Trans>{" "}
          <ImageImpact id={id} />
        </>
      ),
      action: () => deactivate.run({ path }),
      code: deactivate.code({ path }),
    });
    const deletion = withConfirmation({
      severity: "destructive",
      title: t`Delete ${name}?`,
      confirmLabel: t`Delete ${name}`,
      name,
      consequences: (
        <p>
          <Trans>
            Customers can't order it, and another image can take its name. It can be restored.
          </Trans>{" "}
          <ImageImpact id={id} />
        </p>
      ),
      action: () => remove.run({ path }),
      code: remove.code({ path }),
    });
    if (image.status === "deleted")
      return [
        {
          label: t`Restore`,
          icon: "refresh",
          reason: reasonFor(imageActions.restore, image),
          ...restore.now({ path }),
        },
      ];
    return [
      image.status === "active"
        ? {
            label: t`Deactivate`,
            icon: "eye-off",
            reason: reasonFor(imageActions.deactivate, image),
            ...deactivation,
          }
        : {
            label: t`Activate`,
            icon: "eye",
            reason: reasonFor(imageActions.activate, image),
            ...activate.now({ path }),
          },
      {
        label: t`Make default of the family`,
        icon: "check",
        reason: reasonFor(imageActions.makeDefault, image),
        ...makeDefault.now({ path, body: { isDefault: true } }),
      },
      { kind: "rule" },
      {
        label: t`Delete`,
        icon: "trash",
        tone: "danger",
        reason: reasonFor(imageActions.remove, image),
        ...deletion,
      },
    ];
  };
}

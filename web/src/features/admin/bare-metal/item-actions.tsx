/** Staff actions on a bare-metal item. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { bareMetalItemActions } from "#contracts/actions/bare-metal-items.ts";
import { type BareMetalItem, bareMetalItems } from "#contracts/bare-metal-items.ts";
import { ActionButton } from "../../../components/action-button.tsx";
import { withConfirmation } from "../../../components/confirmation.ts";
import { useActionReason } from "../../../components/use-action-denial.ts";
import { useEndpointAction } from "../../../components/use-endpoint-action.ts";
import { type MenuEntryWithCode, useMenuCode } from "../../../components/use-menu-code.ts";
import { lazyPart } from "../../../lib/browser/missing-code.ts";
import { Button } from "../../../ui/button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { changedByItem } from "./item-queries.ts";

const loadState = () => import("./item-state-dialog.tsx");
const ItemStateDialog = lazyPart(loadState);
const EditItemDialog = lazyPart(() => import("./edit-item-dialog.tsx"));

type OpenDialog = "edit" | "maintenance" | "broken";

export function ItemActions({ item }: { item: BareMetalItem }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const reasonFor = useActionReason();
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const { id, serial } = item;
  const path = { bareMetalItem: id };
  const update = useEndpointAction(bareMetalItems.update, {
    invalidates: changedByItem,
    successMessage: () => t`${serial} is available`,
  });
  const erase = useEndpointAction(bareMetalItems.retryErasure, {
    invalidates: changedByItem,
    successMessage: () => t`The disks of ${serial} are being erased`,
  });
  const retire = useEndpointAction(bareMetalItems.retire, {
    invalidates: changedByItem,
    successMessage: () => t`${serial} retired`,
  });
  const makeAvailable = update.now({ path, body: { state: "available" } });
  const reErase = erase.now({ path });
  const retirement = withConfirmation({
    severity: "destructive",
    title: t`Retire ${serial}?`,
    confirmLabel: t`Retire ${serial}`,
    name: serial,
    consequences: (
      <>
        <li>
          <Trans>It can't be sold or made available again.</Trans>
        </li>
        <li>
          <Trans>Its history and the certificates of its erasures are kept.</Trans>
        </li>
        {item.hasCustomerData && (
          <li>
            <Trans>
              Its disks still hold data of a customer. Destroy them before they leave the data
              center.
            </Trans>
          </li>
        )}
      </>
    ),
    action: async () => {
      await retire.run({ path });
      await navigate({
        to: "/admin/bare-metal-products/$productID",
        params: { productID: item.product.id },
      });
    },
    code: retire.code({ path }),
  });
  const needsErasure = item.hasCustomerData && item.state !== "in_use";
  const entries = (): readonly MenuEntryWithCode[] => [
    {
      label: t`Edit item`,
      icon: "sliders",
      reason: reasonFor(bareMetalItemActions.edit, item),
      onSelect: () => setOpen("edit"),
    },
    {
      label: t`Mark as broken`,
      icon: "warning",
      reason: reasonFor(bareMetalItemActions.markBroken, item),
      onSelect: () => setOpen("broken"),
    },
    { kind: "rule" },
    {
      label: t`Retire`,
      icon: "trash",
      tone: "danger",
      reason: reasonFor(bareMetalItemActions.retire, item),
      ...retirement,
    },
  ];
  useMenuCode(() => [
    needsErasure
      ? { label: t`Erase again`, ...reErase }
      : { label: t`Make available`, ...makeAvailable },
    ...entries(),
  ]);
  const early = { onPointerEnter: () => void loadState(), onFocus: () => void loadState() };
  return (
    <>
      {needsErasure ? (
        <ActionButton
          reason={reasonFor(bareMetalItemActions.retryErasure, item)}
          busy={erase.busy}
          onClick={reErase.onSelect}
        >
          <Trans>Erase again</Trans>
        </ActionButton>
      ) : (
        <ActionButton
          reason={reasonFor(bareMetalItemActions.makeAvailable, item)}
          busy={update.busy}
          onClick={makeAvailable.onSelect}
        >
          <Trans>Make available</Trans>
        </ActionButton>
      )}
      <ActionButton
        {...early}
        reason={reasonFor(bareMetalItemActions.sendToMaintenance, item)}
        onClick={() => setOpen("maintenance")}
      >
        <Trans>Send to maintenance</Trans>
      </ActionButton>
      <Menu entries={entries}>
        {(trigger) => (
          <Button {...trigger} icon="dots" aria-label={t`More actions`}>
            <Trans>More</Trans>
          </Button>
        )}
      </Menu>
      {open !== null && (
        <Suspense>
          {open === "edit" ? (
            <EditItemDialog item={item} onClose={() => setOpen(null)} />
          ) : (
            <ItemStateDialog item={item} state={open} onClose={() => setOpen(null)} />
          )}
        </Suspense>
      )}
    </>
  );
}

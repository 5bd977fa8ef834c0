/** Labels and appearance of the states of bare-metal items. */
import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { BareMetalItemEvent, ItemCheck, ItemState } from "#contracts/bare-metal-items.ts";
import { type StatusShape, Status, type StatusTone } from "../../../ui/status.tsx";

const stateLabels: Readonly<Record<ItemState, MessageDescriptor>> = {
  available: msg`Available`,
  reserved: msg`Reserved`,
  in_use: msg`In use`,
  erasing: msg`Being erased`,
  maintenance: msg`In maintenance`,
  broken: msg`Broken`,
  retired: msg`Retired`,
};

export const itemStateLabel = (i18n: I18n, state: ItemState): string => i18n._(stateLabels[state]);

const appearance: Record<ItemState, readonly [tone: StatusTone, shape: StatusShape]> = {
  available: ["ok", "dot"],
  reserved: ["busy", "hollow"],
  in_use: ["busy", "dot"],
  erasing: ["busy", "spinner"],
  maintenance: ["warn", "diamond"],
  broken: ["danger", "square"],
  retired: ["idle", "hollow"],
};

export function ItemStatus({ state }: { state: ItemState }) {
  const { i18n } = useLingui();
  const [tone, shape] = appearance[state];
  return (
    <Status tone={tone} shape={shape}>
      {itemStateLabel(i18n, state)}
    </Status>
  );
}

/** What a check says when it is met, and when it is not. */
export const checkLabels: Readonly<
  Record<ItemCheck, { readonly met: MessageDescriptor; readonly unmet: MessageDescriptor }>
> = {
  state: { met: msg`Released for sale`, unmet: msg`Not released for sale` },
  unused: { met: msg`No instance uses it`, unmet: msg`An instance reserves or uses it` },
  erased: {
    met: msg`No data of a customer on its disks`,
    unmet: msg`Data of a customer on its disks`,
  },
  product: { met: msg`Its product is sold`, unmet: msg`Its product is not sold` },
  image: {
    met: msg`The region installs images on bare metal`,
    unmet: msg`The region installs no image on bare metal`,
  },
  provider: { met: msg`The provider responds`, unmet: msg`The provider doesn't respond` },
};

/** What happened, in a few words. */
export function eventLabel(
  i18n: I18n,
  { kind, state }: Pick<BareMetalItemEvent, "kind" | "state">,
): string {
  const isErasing = state === "erasing";
  switch (kind) {
    case "state":
      return itemStateLabel(i18n, state);
    case "installation_requested":
      return i18n._(isErasing ? msg`Erasure started` : msg`Installation started`);
    case "installed":
      return i18n._(isErasing ? msg`Erasure finished` : msg`Installation finished`);
    case "installation_failed":
      return i18n._(isErasing ? msg`Erasure failed` : msg`Installation failed`);
  }
}

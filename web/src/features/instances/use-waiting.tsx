import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, Suspense, useState } from "react";
import type { Product } from "#contracts/catalogue.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { toast } from "../../ui/toast.ts";
import type { Offer, OrderDraft } from "./order-form-state.ts";

const WaitDialog = lazyPart(() => import("../queue/shared/wait-dialog.tsx"));

interface WaitedFor {
  readonly product: Product;
  /** Handle. */
  readonly region: string;
  readonly order: OrderDraft;
  /** Of a line of the cart. */
  readonly position?: number;
}

interface Waiting {
  readonly open: (waited: WaitedFor) => void;
  readonly dialog: ReactNode;
}

/**
 * The dialog that lets an order wait for a sold-out product. It leads to the waiting orders, unless `onWaiting` says
 * that the page has more to order.
 */
export function useWaiting({
  workspace,
  offer,
  onWaiting = () => false,
}: {
  workspace: string;
  offer: Offer;
  onWaiting?: (waited: WaitedFor) => boolean;
}): Waiting {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [waited, setWaited] = useState<WaitedFor | null>(null);
  // An order that can start now is started when the page shows it.
  const showQueue = () =>
    navigate({
      to: "/$workspace/cart/queue",
      params: { workspace },
      search: { status: "waiting,started" },
      ignoreBlocker: true,
    });
  const done = async (placed: WaitedFor) => {
    setWaited(null);
    const stays = onWaiting(placed);
    void toast({
      title: t`Order placed`,
      text: t`We'll email you when it starts`,
      ...(stays ? { action: { label: t`Waiting orders`, onPress: () => void showQueue() } } : {}),
    });
    if (!stays) await showQueue();
  };
  return {
    open: setWaited,
    dialog: waited !== null && (
      <Suspense>
        <WaitDialog
          workspace={workspace}
          order={toWaitOrder(waited.order)}
          product={waited.product}
          region={waited.region}
          products={offer.products}
          regions={offer.regions}
          onDone={() => done(waited)}
          onClose={() => setWaited(null)}
        />
      </Suspense>
    ),
  };
}

/** What the dialog takes of a form or a line. */
const toWaitOrder = ({
  operatingsystem,
  hostname,
  workspaceCredential,
  projectId,
  userData,
  alternatives,
  maxRateMicrosPerHour,
}: OrderDraft) => ({
  operatingsystem,
  hostname,
  workspaceCredential,
  projectId,
  userData,
  alternatives,
  maxRateMicrosPerHour,
});

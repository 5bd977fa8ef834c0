import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, Suspense, useState } from "react";
import type { Product } from "#contracts/catalogue.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { toast } from "../../ui/toast.ts";
import type { Offer, OrderDraft } from "./order-form-state.ts";

const WaitDialog = lazyPart(() => import("../queue/shared/wait-dialog.tsx"));

interface Waiting {
  readonly open: (product: Product) => void;
  readonly dialog: ReactNode;
}

/** The dialog that lets an order wait for a sold-out product. It leads to the waiting orders. */
export function useWaiting({
  workspace,
  offer,
  region,
  order: { operatingsystem, hostname, workspaceCredential, projectId, userData },
}: {
  workspace: string;
  offer: Offer;
  region: string;
  order: OrderDraft;
}): Waiting {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [product, setProduct] = useState<Product | null>(null);
  const done = async () => {
    setProduct(null);
    void toast({ title: t`Order placed`, text: t`We'll email you when it starts` });
    await navigate({
      to: "/$workspace/cart/queue",
      params: { workspace },
      // An order that can start now is started when the page shows it.
      search: { status: "waiting,started" },
      ignoreBlocker: true,
    });
  };
  return {
    open: setProduct,
    dialog: product !== null && (
      <Suspense>
        <WaitDialog
          workspace={workspace}
          order={{ operatingsystem, hostname, workspaceCredential, projectId, userData }}
          product={product}
          region={region}
          products={offer.products}
          regions={offer.regions}
          onDone={done}
          onClose={() => setProduct(null)}
        />
      </Suspense>
    ),
  };
}

import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { catalogue, type Product } from "#contracts/catalogue.ts";
import type { EndpointOutput } from "#contracts/endpoint.ts";
import type { FieldProblem } from "#contracts/field-problem.ts";
import { instances } from "#contracts/instances.ts";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { invalidate } from "../../lib/api/api-client.ts";

import { formatHourlyRate } from "../../lib/i18n/format.ts";
import { toast } from "../../ui/toast.ts";
import { type Offer, type OrderDraft, toOrderBody } from "./order-form-state.ts";

type Ordered = EndpointOutput<typeof instances.order>;

/** Whether a field was rejected because too little is free, or because its region does not respond. */
export const isOutOfCapacity = (problems: readonly FieldProblem[]): boolean =>
  problems.some(({ code }) => code === "out_of_stock" || code === "unreachable");

/** Says which alternative was created at which price; null if each line has its product. */
export function useTakenMessage(offer: Offer) {
  const { t } = useLingui();
  return ({ lines }: Ordered): string | null => {
    const taken = lines.find(({ choice }) => choice > 0);
    if (taken === undefined) return null;
    const place = offer.regions.find(({ handle }) => handle === taken.region)?.name ?? taken.region;
    const rate = formatHourlyRate(taken.rateMicrosPerHour);
    return t`Your first choice was sold out. You get ${taken.product.name} in ${place} for ${rate}/hour each.`;
  };
}

/** The form of one line, which orders it. */
export function useOrderForm({
  workspace,
  offer,
  initial,
  onOrdered,
}: {
  workspace: string;
  offer: Offer;
  initial: OrderDraft;
  /** Shows the instances of an order of several. */
  onOrdered: (orderId: string) => Promise<void>;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const takenMessage = useTakenMessage(offer);
  /** The price that was displayed before the server reported another one. */
  const [oldRate, setOldRate] = useState<number | null>(null);
  const [isRefused, setRefused] = useState(false);
  const findProduct = (id: string): Product | undefined =>
    offer.products.find((product) => product.id === id);
  const form = useEndpointForm(instances.order, {
    initial,
    labels: {
      region: t`Region`,
      virtualProduct: t`Product`,
      operatingsystem: t`Operating system`,
      workspaceCredential: t`SSH keys`,
      projectId: t`Project`,
      quantity: t`Quantity`,
      pattern: t`Name pattern`,
      hostname: t`Hostname`,
      userData: t`User data`,
      alternatives: t`Second choice`,
      maxRateMicrosPerHour: t`At most per hour, in US$`,
    },
    alias: { bareMetalProduct: "virtualProduct" },
    path: { workspace },
    body: (draft) => toOrderBody(draft, findProduct(draft.virtualProduct)),
    onProblem: (problem, draft) => {
      if (Object.values(problem.fields ?? {}).some(isOutOfCapacity)) {
        setRefused(true);
        // The stock that the page shows is wrong.
        void invalidate(client, catalogue.offer);
      }
      const change = problem.fields?.["priceSnapshotId"]?.find(
        ({ code }) => code === "price_changed",
      );
      if (change === undefined) return false;
      const shown = findProduct(draft.virtualProduct)?.rateMicrosPerHour ?? null;
      const old = change.params?.["old"];
      void invalidate(client, catalogue.offer).then(() =>
        setOldRate(typeof old === "number" ? old : shown),
      );
      return true;
    },
    onDone: async (ordered) => {
      await invalidate(client, instances.list, catalogue.offer);
      const [only, ...more] = ordered.instances;
      const taken = takenMessage(ordered);
      if (only === undefined || more.length > 0) {
        if (taken !== null) void toast({ title: t`Order placed`, text: taken });
        return onOrdered(ordered.orderId);
      }
      void toast({
        title: t`Creating ${only.hostname}`,
        text: taken ?? t`Billing starts when it's active`,
      });
      // The order is submitted, so leaving loses no input.
      await navigate({
        to: "/$workspace/instances/$instanceID",
        params: { workspace, instanceID: only.id },
        ignoreBlocker: true,
      });
    },
  });
  return {
    form,
    findProduct,
    oldRate,
    /** Whether the last attempt found too little free. */
    isRefused,
    /** Another choice makes the last rejection obsolete. */
    forgetRejection: () => {
      setOldRate(null);
      setRefused(false);
    },
  };
}

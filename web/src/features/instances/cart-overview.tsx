import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { catalogue } from "#contracts/catalogue.ts";
import { instances } from "#contracts/instances.ts";
import { Form, FormCodeButton, FormProblems } from "../../components/form.tsx";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { invalidate } from "../../lib/api/api-client.ts";
import type { ProblemError } from "../../lib/api/problem-error.ts";
import { useWorkspace } from "../../lib/session/permissions.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Card, Columns } from "../../ui/card.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { toast } from "../../ui/toast.ts";
import { cartLines, cartTotals } from "./cart-line.ts";
import { CartLineRow } from "./cart-line-row.tsx";
import { parseCartLines, stringifyCartLines } from "./cart-lines.ts";
import { OtherCartNote } from "./cart-notes.tsx";
import { CartActionBar, CartSummary } from "./cart-summary.tsx";
import styles from "./cart.module.css";
import { CopyLinkButton } from "./copy-link-button.tsx";
import { type OrderDraft, type OrderFormData, toOrderBody } from "./order-form-state.ts";
import { OrderOutcome } from "./order-outcome.tsx";
import { useCartKeeper } from "./use-cart.ts";
import { isOutOfCapacity, useTakenMessage } from "./use-order-form.ts";
import { useWaiting } from "./use-waiting.tsx";

interface CartOverviewProps {
  readonly data: OrderFormData;
  /** The lines as text of the URL. */
  readonly lines: string;
  readonly workspace: string;
}

interface CartDraft {
  readonly lines: readonly OrderDraft[];
}

/** The previous prices of lines whose price changed, by position. */
function readOldRates({ fields }: ProblemError): ReadonlyMap<number, number | null> {
  const changed = Object.entries(fields ?? {}).flatMap(([path, [first]]) => {
    const position = /^lines\.(\d+)\.priceSnapshotId$/.exec(path)?.[1];
    if (position === undefined || first?.code !== "price_changed") return [];
    const old = first.params?.["old"];
    return [[Number(position), typeof old === "number" ? old : null] as const];
  });
  return new Map(changed);
}

/** Positions of the lines of which too little is free. */
function linesOutOfCapacity(problem: ProblemError): ReadonlySet<number> {
  const positions = Object.entries(problem.fields ?? {}).flatMap(([path, problems]) => {
    const position = /^lines\.(\d+)\./.exec(path)?.[1];
    return position !== undefined && isOutOfCapacity(problems) ? [Number(position)] : [];
  });
  return new Set(positions);
}

/** All lines of the cart, their sum, and the order. The lines are the page's URL; other lines are another form. */
export function CartOverview({ data, lines: text, workspace }: CartOverviewProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const cart = useCartKeeper(useWorkspace().workspaceId);
  const searches = parseCartLines(text);
  const lines = cartLines(searches, data);
  const [oldRates, setOldRates] = useState<ReadonlyMap<number, number | null>>(new Map());
  /** Lines that the last attempt found sold out. */
  const [short, setShort] = useState<ReadonlySet<number>>(new Set());
  const takenMessage = useTakenMessage(data.offer);
  const form = useEndpointForm(instances.order, {
    initial: { lines: lines.map(({ draft }) => draft) } satisfies CartDraft,
    labels: { lines: t`Line` },
    path: { workspace },
    body: () => ({ lines: lines.map(({ draft, product }) => toOrderBody(draft, product)) }),
    onProblem: (problem) => {
      setShort(linesOutOfCapacity(problem));
      const changed = readOldRates(problem);
      if (changed.size === 0) return false;
      void invalidate(client, catalogue.offer).then(() => setOldRates(changed));
      return true;
    },
    onDone: async (ordered) => {
      const taken = takenMessage(ordered);
      if (taken !== null) void toast({ title: t`Order placed`, text: taken });
      if (cart.kept === text) cart.keep(undefined);
      await invalidate(client, instances.list, catalogue.offer);
      await navigate({
        to: "/$workspace/cart/overview",
        params: { workspace },
        search: { order: ordered.orderId },
        // Back from the result must not lead to a cart that is ordered.
        replace: true,
        ignoreBlocker: true,
      });
    },
  });
  const showLines = (left: string | undefined) =>
    navigate({
      to: "/$workspace/cart/overview",
      params: { workspace },
      search: { lines: left },
    });
  const takeOut = (position: number): string | undefined => {
    const left = stringifyCartLines(searches.filter((_, at) => at !== position));
    cart.follow(text, left);
    return left;
  };
  const waiting = useWaiting({
    workspace,
    offer: data.offer,
    onWaiting: ({ position }) => {
      const left = takeOut(position ?? 0);
      if (left !== undefined) void showLines(left);
      return left !== undefined;
    },
  });
  /** Null for a line that can be created now. */
  const waitForLine = (position: number) => {
    const line = lines[position];
    if (line?.product === undefined || line.region === undefined) return null;
    const { product, region, draft, obstacle, isUserDataLost } = line;
    const isShort = obstacle?.code === "sold_out" || obstacle?.code === "few";
    return (isShort || short.has(position)) && !isUserDataLost
      ? () => waiting.open({ product, region: region.handle, order: draft, position })
      : null;
  };
  const totals = cartTotals(lines);
  const last = searches.at(-1);
  const hasLostUserData = lines.some(({ isUserDataLost }) => isUserDataLost);
  const submit =
    oldRates.size > 0
      ? t`Accept prices and create`
      : totals.quantity === 1
        ? t`Create instance`
        : t`Create ${totals.quantity} instances`;
  const summary = { lines, totals, submit, busy: form.busy, hasNewPrices: oldRates.size > 0 };
  const blocked = hasLostUserData ? { ...form, submit: () => Promise.resolve() } : form;

  return (
    <Form form={blocked} code={false} guard={false}>
      <PageHeader
        title={t`Cart`}
        summary={t`All instances of an order are created, or none`}
        actions={
          <>
            <CopyLinkButton search={{ lines: text }} />
            <Link
              to="/$workspace/cart"
              params={{ workspace }}
              search={{
                region: last?.region,
                keys: last?.keys,
                project: last?.project,
                lines: text,
              }}
              className={buttonClass()}
            >
              <Trans>Add another line</Trans>
            </Link>
          </>
        }
      />
      <FormCodeButton form={form} label={t`Create instances`} />
      <div className={styles["notices"]}>
        {cart.kept !== null && cart.kept !== text && (
          <OtherCartNote workspace={workspace} kept={cart.kept} onKeep={() => cart.keep(text)} />
        )}
        <FormProblems form={{ ...form, problems: [] }} />
        <OrderOutcome lines={lines} problems={form.problems} />
      </div>
      <Columns
        sticky
        main={
          <Card unpadded>
            <ol className={styles["lines"]} aria-label={t`Lines of the cart`}>
              {lines.map((line, position) => (
                <CartLineRow
                  // oxlint-disable-next-line react/no-array-index-key -- a line is identified by its position in the order
                  key={position}
                  line={line}
                  position={position}
                  data={data}
                  problems={form.problems}
                  oldRate={oldRates.get(position)}
                  edit={
                    <Link
                      to="/$workspace/cart"
                      params={{ workspace }}
                      search={{ ...searches[position], lines: text, edit: String(position + 1) }}
                      className={buttonClass("subtle")}
                      aria-label={t`Change line ${position + 1}`}
                    >
                      <Trans>Change</Trans>
                    </Link>
                  }
                  onWait={waitForLine(position)}
                  onRemove={() => void showLines(takeOut(position))}
                />
              ))}
            </ol>
          </Card>
        }
        aside={<CartSummary {...summary} />}
      />
      <CartActionBar {...summary} />
      {waiting.dialog}
    </Form>
  );
}

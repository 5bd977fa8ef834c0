import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { maxOrderLines } from "#contracts/orders.ts";
import { countCartLines } from "../../lib/browser/kept-cart.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Callout } from "../../ui/feedback.tsx";
import type { CartChange } from "./cart-lines.ts";
import styles from "./cart.module.css";

/** Why the line does not fit into the cart. */
export function CartErrorNote({ error }: { error: NonNullable<CartChange["error"]> }) {
  const { t } = useLingui();
  return (
    <Callout tone="danger">
      <p>
        <strong>
          {error === "name_taken" ? (
            <Trans>The cart already has an instance of this name</Trans>
          ) : (
            <Trans>The cart is full</Trans>
          )}
        </strong>
      </p>
      <p>
        {error === "too_many_lines"
          ? t`A cart has up to ${maxOrderLines} lines. Order these first, or change one of them.`
          : error === "too_long"
            ? t`The names of all lines together are too long for one cart. Order its lines first, or choose shorter names.`
            : t`Another line of the cart has one of these names. Choose another name.`}
      </p>
    </Callout>
  );
}

/** Shown when the page has other lines than the kept cart. */
export function OtherCartNote({
  workspace,
  kept,
  onKeep,
}: {
  workspace: string;
  kept: string;
  onKeep: () => void;
}) {
  const count = countCartLines(kept);
  return (
    <Callout tone="info">
      <p>
        <strong>
          <Trans>This is another cart than the one you keep</Trans>
        </strong>
      </p>
      <p>
        <Plural
          value={count}
          one="It comes from a link or an earlier visit. Your own cart has # line."
          other="It comes from a link or an earlier visit. Your own cart has # lines."
        />
      </p>
      <p className={styles["choices"]}>
        <Link
          to="/$workspace/cart/overview"
          params={{ workspace }}
          search={{ lines: kept }}
          className={buttonClass()}
        >
          <Trans>Show my cart</Trans>
        </Link>
        <Button onClick={onKeep}>
          <Trans>Keep this one instead</Trans>
        </Button>
      </p>
    </Callout>
  );
}

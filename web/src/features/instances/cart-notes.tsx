import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { maxOrderLines } from "#contracts/orders.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Callout } from "../../ui/feedback.tsx";
import { type CartChange, parseCartLines } from "./cart-lines.ts";

/** Why the line does not fit into the cart. */
export function CartErrorNote({ error }: { error: NonNullable<CartChange["error"]> }) {
  const { t } = useLingui();
  return (
    <Callout tone="danger">
      <p>
        <strong>
          <Trans>The cart is full</Trans>
        </strong>
      </p>
      <p>
        {error === "too_many_lines"
          ? t`A cart has up to ${maxOrderLines} lines. Order these first, or change one of them.`
          : t`The names of all lines together are too long for one cart. Order its lines first, or choose shorter names.`}
      </p>
    </Callout>
  );
}

export function CartLink({ workspace, lines }: { workspace: string; lines: string | undefined }) {
  const { t } = useLingui();
  const count = parseCartLines(lines).length;
  return (
    <Link
      to="/$workspace/cart/overview"
      params={{ workspace }}
      search={{ lines }}
      className={buttonClass()}
    >
      {t`Cart (${count})`}
    </Link>
  );
}

import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { countCartLines, useKeptCart } from "../../../lib/browser/kept-cart.ts";
import { useHasPermission, useWorkspace } from "../../../lib/session/permissions.ts";
import { buttonClass } from "../../../ui/button.tsx";

interface CartLinkProps {
  readonly workspace: string;
  readonly lines: string | undefined;
}

/** Link to the cart with the number of its lines; nothing while it is empty. */
export function CartLink({ workspace, lines }: CartLinkProps) {
  const { t } = useLingui();
  const count = countCartLines(lines ?? null);
  if (count === 0) return null;
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

/** Link to the kept cart, for those who may order. */
export function KeptCartLink({ workspace }: { workspace: string }) {
  const mayOrder = useHasPermission("instance.create");
  const [lines] = useKeptCart(useWorkspace().workspaceId);
  return mayOrder && <CartLink workspace={workspace} lines={lines ?? undefined} />;
}

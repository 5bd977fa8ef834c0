import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useKeptCart } from "../../lib/browser/kept-cart.ts";
import { useWorkspace } from "../../lib/session/permissions.ts";
import { type CartChange, parseCartLines, putCartLine } from "./cart-lines.ts";
import type { CartSearch, OrderSearch } from "./order-search.ts";

type CartError = NonNullable<CartChange["error"]>;

/**
 * The kept cart of the workspace. A page whose URL has other lines, from a link or an earlier visit, changes only its
 * URL: it replaces the kept cart on request.
 */
export function useCartKeeper(workspaceId: string) {
  const [kept, keep] = useKeptCart(workspaceId);
  return {
    kept,
    keep,
    /** Keeps the changed lines of a page that had `before`. */
    follow: (before: string | undefined, lines: string | undefined) => {
      if (kept === null || kept === before) keep(lines);
    },
  };
}

/** The cart around the form: its other lines, and how the form's line gets into it. */
export function useCart({ lines: linked, edit }: CartSearch, workspace: string) {
  const navigate = useNavigate();
  const { kept, follow } = useCartKeeper(useWorkspace().workspaceId);
  const [error, setError] = useState<CartError | null>(null);
  const lines = useMemo(() => parseCartLines(linked), [linked]);
  const at = edit === undefined ? null : Number(edit) - 1;
  /** Position of the line that the form changes; null for a new line. */
  const edited = at !== null && lines[at] !== undefined ? at : null;
  const others = useMemo(() => lines.filter((_, position) => position !== edited), [lines, edited]);
  /** A form that began without a cart adds to the kept one. */
  const base = linked ?? kept ?? undefined;
  return {
    others,
    edited,
    /** The lines of the cart as text of a URL; undefined for an empty cart. */
    lines: base,
    /** Whether the form began as a line of the cart. */
    isUsed: lines.length > 0,
    error,
    /** `form` is the form as a link, to which Back leads. */
    put: async (line: OrderSearch, form: CartSearch) => {
      const change = putCartLine(parseCartLines(base), edited, line);
      setError(change.error ?? null);
      if (change.error !== undefined) return;
      follow(base, change.lines);
      await navigate({
        to: "/$workspace/cart",
        params: { workspace },
        search: form,
        replace: true,
        ignoreBlocker: true,
      });
      await navigate({
        to: "/$workspace/cart/overview",
        params: { workspace },
        search: { lines: change.lines },
        // The cart has the input.
        ignoreBlocker: true,
      });
    },
    showOrder: (order: string) =>
      navigate({
        to: "/$workspace/cart/overview",
        params: { workspace },
        search: { order },
        ignoreBlocker: true,
      }),
  };
}

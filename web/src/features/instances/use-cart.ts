import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { type CartChange, parseCartLines, putCartLine } from "./cart-lines.ts";
import type { CartSearch, OrderSearch } from "./order-search.ts";

type CartError = NonNullable<CartChange["error"]>;

/** The cart around the form: its other lines, and how the form's line gets into it. */
export function useCart({ lines: text, edit }: CartSearch, workspace: string) {
  const navigate = useNavigate();
  const [error, setError] = useState<CartError | null>(null);
  const lines = useMemo(() => parseCartLines(text), [text]);
  const at = edit === undefined ? null : Number(edit) - 1;
  /** Position of the line that the form changes; null for a new line. */
  const edited = at !== null && lines[at] !== undefined ? at : null;
  const others = useMemo(() => lines.filter((_, position) => position !== edited), [lines, edited]);
  return {
    others,
    edited,
    isUsed: lines.length > 0,
    error,
    /** `form` is the form as a link, to which Back leads. */
    put: async (line: OrderSearch, form: CartSearch) => {
      const change = putCartLine(lines, edited, line);
      setError(change.error ?? null);
      if (change.error !== undefined) return;
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

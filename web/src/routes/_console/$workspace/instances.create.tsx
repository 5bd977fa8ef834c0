import { createFileRoute, redirect } from "@tanstack/react-router";
import { validateCartSearch } from "../../../features/instances/order-search.ts";

/** The former URL of the order form; its links stay valid. */
export const Route = createFileRoute("/_console/$workspace/instances/create")({
  validateSearch: validateCartSearch,
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: "/$workspace/cart", params, search, replace: true });
  },
});

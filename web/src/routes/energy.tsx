import { createFileRoute, redirect } from "@tanstack/react-router";

/** A short address for the method behind the energy figures. */
export const Route = createFileRoute("/energy")({
  beforeLoad: () => {
    throw redirect({ to: "/docs/$page", params: { page: "energy" }, replace: true });
  },
});

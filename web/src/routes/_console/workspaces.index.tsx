import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/_console/workspaces/")({
  component: RouteComponent,
});

function RouteComponent() {
  return <div>Hello "/_console/workspaces/"!</div>;
}

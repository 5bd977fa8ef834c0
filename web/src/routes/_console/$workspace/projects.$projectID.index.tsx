import { createFileRoute, redirect } from "@tanstack/react-router";

/** Where links to a project led before it had parts; what stood behind them is kept. */
export const Route = createFileRoute("/_console/$workspace/projects/$projectID/")({
  beforeLoad: ({ params, search }) => {
    throw redirect({
      to: "/$workspace/projects/$projectID/instances",
      params,
      search,
      replace: true,
    });
  },
});

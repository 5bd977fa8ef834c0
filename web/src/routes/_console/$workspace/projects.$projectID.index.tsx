import { createFileRoute, redirect } from "@tanstack/react-router";

/** Redirects old links to a project to its first tab and keeps their query string. */
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

import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { prefetch } from "../../lib/api/api-client.ts";
import { openapiQuery } from "../../features/playground/openapi-query.ts";
import { PlaygroundPage } from "../../features/playground/playground-page.tsx";

/** Endpoint, workspace and typed values by field key. */
type Search = Record<string, string | undefined>;

const knownSearchParams = /^(?:call|workspace|body|(?:path|query|body)\..+)$/;

export const Route = createFileRoute("/_console/playground")({
  validateSearch: (search: Record<string, unknown>): Search =>
    Object.fromEntries(
      Object.entries(search).map(([key, value]) => [
        key,
        knownSearchParams.test(key) && typeof value === "string" ? value : undefined,
      ]),
    ),
  loader: ({ context }) => prefetch(context.queryClient, openapiQuery),
  component: Playground,
});

function Playground() {
  const navigate = useNavigate();
  return (
    <PlaygroundPage
      search={Route.useSearch()}
      onChooseWorkspace={(workspace) =>
        void navigate({
          to: ".",
          search: (now: Search) => ({ ...now, workspace }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { type OwnSession, sessions } from "#contracts/sessions.ts";
import { withConfirmation, openConfirmDialog } from "../../components/confirmation.ts";
import { TablePage } from "../../components/table-page.tsx";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { prefetch } from "../../lib/api/api-client.ts";
import { requireOwnAccount } from "../../lib/session/route-guards.ts";
import { validateSearchFor } from "../../lib/api/search-params.ts";
import { logOut } from "../../lib/session/session.ts";
import { sessionsQuery, useSessionName } from "../../features/account/session-list.tsx";
import { useSessionColumns } from "../../features/account/shared/session-columns.tsx";
import { Button } from "../../ui/button.tsx";

export const Route = createFileRoute("/_console/account/sessions")({
  validateSearch: validateSearchFor<typeof sessions.list>(sessions.list),
  beforeLoad: ({ context }) => requireOwnAccount(context.self),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => prefetch(context.queryClient, sessionsQuery(deps)),
  component: Sessions,
});

function Sessions() {
  const { t } = useLingui();
  const search = Route.useSearch();
  const sessionName = useSessionName();
  const end = useEndpointAction(sessions.kill, {
    invalidates: [],
    successMessage: () => t`Session ended`,
  });
  return (
    <TablePage
      title={t`Sessions`}
      facts={t`Devices and browsers where you're signed in`}
      call={sessions.list}
      query={sessionsQuery(search)}
      search={search}
      columns={useSessionColumns()}
      rowKey={({ id }) => id}
      nameOf={sessionName}
      menu={(row: OwnSession, list) =>
        row.isCurrent
          ? [{ label: t`Sign out`, icon: "out", onSelect: () => void logOut() }]
          : [
              {
                label: t`End session`,
                icon: "out",
                tone: "danger",
                ...withConfirmation({
                  severity: "disruptive",
                  title: t`End session on ${sessionName(row)}?`,
                  confirmLabel: t`End session`,
                  text: t`This signs that device out immediately.`,
                  action: async () => {
                    await end.run({ path: { sessionId: row.id } });
                    await list.removed();
                  },
                  code: end.code({ path: { sessionId: row.id } }),
                }),
              },
            ]
      }
      actions={<EndAllSessionsButton />}
      empty={{ title: t`No sessions`, text: t`You're not signed in anywhere.` }}
    />
  );
}

/** Ends all other sessions, or all sessions including this one. */
function EndAllSessionsButton() {
  const { t } = useLingui();
  const others = useEndpointAction(sessions.killAll, {
    invalidates: [sessions.list],
    successMessage: ({ ended }) => t`Sessions ended: ${ended}`,
  });
  const all = useEndpointAction(sessions.killAll, { invalidates: [] });
  return (
    <>
      <Button
        onClick={() =>
          openConfirmDialog({
            severity: "disruptive",
            title: t`End all other sessions?`,
            confirmLabel: t`End all other sessions`,
            text: t`Only this browser stays signed in.`,
            action: () => others.run({ query: { current: "keep" } }),
            code: others.code({ query: { current: "keep" } }),
          })
        }
      >
        <Trans>End all other sessions</Trans>
      </Button>
      <Button
        tone="danger"
        onClick={() =>
          openConfirmDialog({
            severity: "disruptive",
            title: t`End all sessions, including this one?`,
            confirmLabel: t`End all sessions`,
            text: t`You'll need to sign in again.`,
            action: async () => {
              await all.run({ query: { current: "end" } });
              await logOut();
            },
            code: all.code({ query: { current: "end" } }),
          })
        }
      >
        <Trans>End all sessions</Trans>
      </Button>
    </>
  );
}

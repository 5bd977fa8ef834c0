import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { type OwnSession, sessions } from "#contracts/sessions.ts";
import { asking, confirm } from "../../blocks/confirm.ts";
import { TablePage } from "../../blocks/table-page.tsx";
import { useAction } from "../../blocks/use-action.ts";
import { preload } from "../../lib/client.ts";
import { requireOwnAccount } from "../../lib/guards.ts";
import { searchOf } from "../../lib/search.ts";
import { logOut } from "../../lib/session.ts";
import {
  sessionsRead,
  useSessionColumns,
  useSessionName,
} from "../../parts/account/session-list.tsx";
import { Button } from "../../ui/button.tsx";

export const Route = createFileRoute("/_console/account/sessions")({
  validateSearch: searchOf<typeof sessions.list>(sessions.list),
  beforeLoad: ({ context }) => requireOwnAccount(context.self),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preload(context.queryClient, sessionsRead(deps)),
  component: Sessions,
});

function Sessions() {
  const { t } = useLingui();
  const search = Route.useSearch();
  const nameOf = useSessionName();
  const end = useAction(sessions.kill, { refreshes: [], done: () => t`Session ended` });
  return (
    <TablePage
      title={t`Sessions`}
      facts={t`Devices and browsers where you're signed in`}
      call={sessions.list}
      query={sessionsRead(search)}
      search={search}
      columns={useSessionColumns()}
      rowKey={({ id }) => id}
      nameOf={nameOf}
      menu={(row: OwnSession, list) =>
        row.isCurrent
          ? [{ label: t`Sign out`, icon: "out", onSelect: () => void logOut() }]
          : [
              {
                label: t`End session`,
                icon: "out",
                tone: "danger",
                ...asking({
                  habit: "interrupting",
                  title: t`End session on ${nameOf(row)}?`,
                  verb: t`End session`,
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
      actions={<EndAll />}
      empty={{ title: t`No sessions`, text: t`You're not signed in anywhere.` }}
    />
  );
}

/** All others, or really all. */
function EndAll() {
  const { t } = useLingui();
  const others = useAction(sessions.killAll, {
    refreshes: [sessions.list],
    done: ({ ended }) => t`Sessions ended: ${ended}`,
  });
  const all = useAction(sessions.killAll, { refreshes: [] });
  return (
    <>
      <Button
        onClick={() =>
          confirm({
            habit: "interrupting",
            title: t`End all other sessions?`,
            verb: t`End all other sessions`,
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
          confirm({
            habit: "interrupting",
            title: t`End all sessions, including this one?`,
            verb: t`End all sessions`,
            text: t`You'll need to sign in again.`,
            action: async () => {
              await all.run({ query: { current: "end" } });
              await logOut();
            },
            code: all.code({ query: { current: "end" } }),
          })
        }
      >
        <Trans>End all</Trans>
      </Button>
    </>
  );
}

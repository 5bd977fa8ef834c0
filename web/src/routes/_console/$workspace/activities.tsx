import { useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { type Activity, activity, actorTypes } from "#contracts/activity.ts";
import { FilterDays } from "../../../blocks/filter-days.tsx";
import { FilterMenu } from "../../../blocks/filter-menu.tsx";
import { TablePage } from "../../../blocks/table-page.tsx";
import { preload, query } from "../../../lib/client.ts";
import { requirePermission } from "../../../lib/guards.ts";
import { type SearchOf, searchOf } from "../../../lib/search.ts";
import { detailOf } from "../../../parts/activity/details.ts";
import { Sentence } from "../../../parts/activity/sentence.tsx";
import { Time } from "../../../ui/facts.tsx";
import { Badge, type Tone } from "../../../ui/status.tsx";
import { type Column, Mono, TwoLines } from "../../../ui/table.tsx";

const listQuery = (workspace: string, search: SearchOf<typeof activity.ofWorkspace>) =>
  query(activity.ofWorkspace, { path: { workspace }, query: search });

export const Route = createFileRoute("/_console/$workspace/activities")({
  validateSearch: searchOf<typeof activity.ofWorkspace>(activity.ofWorkspace),
  beforeLoad: ({ context }) => requirePermission(context.role, "activity.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params: { workspace }, deps }) =>
    preload(context.queryClient, listQuery(workspace, deps)),
  component: Activities,
});

function Activities() {
  const { t, i18n } = useLingui();
  const { workspace } = Route.useParams();
  const search = Route.useSearch();
  const actors: Record<Activity["actor"]["type"], { word: string; tone: Tone }> = {
    user: { word: t`Person`, tone: "idle" },
    staff: { word: t`Staff`, tone: "warn" },
    token: { word: t`Token`, tone: "busy" },
    system: { word: t`System`, tone: "idle" },
  };
  const results = { denied: t`Refused`, failed: t`Failed` };
  const columns: Column<Activity>[] = [
    {
      key: "what",
      header: t`What happened`,
      cell: ({ action, actor, target, changes, result }) => (
        <TwoLines second={detailOf(i18n, action, changes)}>
          <Sentence
            workspace={workspace}
            deed={{ action, actorName: actor.name, target, changes }}
          />{" "}
          {result !== "ok" && <Badge tone="bad">{results[result]}</Badge>}
        </TwoLines>
      ),
    },
    {
      key: "by",
      header: t`By`,
      cell: ({ actor: { type } }) => <Badge tone={actors[type].tone}>{actors[type].word}</Badge>,
    },
    { key: "from", header: t`From`, cell: ({ ip }) => (ip === null ? "–" : <Mono>{ip}</Mono>) },
    { key: "when", header: t`When`, end: true, cell: ({ at }) => <Time at={at} /> },
  ];
  return (
    <TablePage
      title={t`Activity`}
      facts={t`Everything anyone changed in this workspace, newest first`}
      call={activity.ofWorkspace}
      query={listQuery(workspace, search)}
      search={search}
      columns={columns}
      rowKey={({ id }) => id}
      nameOf={({ action }) => action}
      filters={
        <>
          <FilterMenu
            name="actorType"
            label={t`By`}
            value={search.actorType}
            options={actorTypes.map((type) => ({ value: type, label: actors[type].word }))}
          />
          <FilterDays label={t`Days`} from={search.createdAtFrom} to={search.createdAtTo} />
        </>
      }
      empty={{
        title: t`Nothing happened yet`,
        text: t`Whatever is changed in this workspace is written down here, with who did it.`,
      }}
    />
  );
}

/** The person filter: members and former members, access tokens, staff by role, and the system. */
import { useLingui } from "@lingui/react/macro";
import { Suspense } from "react";
import { type ActivityFilters, maxSelectedActors } from "#contracts/activity.ts";
import { useUpdateSearch } from "../../components/list-search-params.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { useSessionInfo } from "../../lib/session/session.ts";
import { FilterChip } from "../../ui/filter-chip.tsx";
import { usePopoverTrigger } from "../../ui/use-popover-trigger.ts";
import { type ActorGroup, toActorGroups } from "./actor-groups.ts";

const load = () => import("./actor-choices.tsx");
const ActorChoices = lazyPart(load);

/** Above this number, more names would not fit on the chip. */
const maxNamesOnChip = 2;

export function FilterActor({
  actors,
  value,
}: {
  actors: ActivityFilters["actors"];
  value: string | undefined;
}) {
  const { t } = useLingui();
  const change = useUpdateSearch();
  const { user } = useSessionInfo();
  const { trigger, open, setOpen, requested } = usePopoverTrigger(load);
  const selected = (value ?? "").split(",").filter((key) => key !== "");
  const groups = useNamedGroups(toActorGroups(actors, selected, user.id));
  const options = groups.flatMap((group) => group.actors);
  if (options.length < 2 && selected.length === 0) return null;
  const names = options.filter(({ key }) => selected.includes(key)).map(({ name }) => name);
  const toggle = (key: string) => {
    const next = selected.includes(key)
      ? selected.filter((each) => each !== key)
      : [...selected, key].slice(-maxSelectedActors);
    change({ actor: next.length === 0 ? undefined : next.join(",") });
  };
  const label = t`Actor`;
  return (
    <>
      <FilterChip
        {...trigger}
        label={label}
        chosen={names.length > maxNamesOnChip ? t`${names.length} selected` : names.join(", ")}
        clearLabel={t`Clear ${label} filter`}
        onClear={() => change({ actor: undefined })}
      />
      {requested && (
        <Suspense>
          <ActorChoices
            anchor={trigger.ref}
            open={open}
            onOpenChange={setOpen}
            label={label}
            groups={groups}
            selected={selected}
            onToggle={toggle}
          />
        </Suspense>
      )}
    </>
  );
}

export interface NamedGroup {
  readonly title: string;
  readonly actors: readonly { readonly key: string; readonly name: string }[];
}

function useNamedGroups(groups: readonly ActorGroup[]): readonly NamedGroup[] {
  const { t } = useLingui();
  const titles: Record<ActorGroup["kind"], string> = {
    members: t`Members`,
    former: t`Former members`,
    tokens: t`Access tokens`,
    revoked: t`Revoked tokens`,
    others: t`Others`,
  };
  const named = ({ key, name, type, isSelf }: ActorGroup["actors"][number]): string => {
    if (isSelf) return t`${name} (you)`;
    if (type === "system") return t`System`;
    if (type === "staff") return t`${name} (staff)`;
    return name === "" ? key : name;
  };
  return groups.map(({ kind, actors }) => ({
    title: titles[kind],
    actors: actors.map((actor) => ({ key: actor.key, name: named(actor) })),
  }));
}

import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { catalogue, type Variant, variants } from "#contracts/catalogue.ts";
import { type instances, instanceStatuses } from "#contracts/instances.ts";
import { FilterChoice } from "../../blocks/filter-choice.tsx";
import { FilterMenu } from "../../blocks/filter-menu.tsx";
import { query } from "../../lib/client.ts";
import { wordStatus } from "../../lib/instance-words.ts";
import { useCan } from "../../lib/permissions.ts";
import type { SearchOf } from "../../lib/search.ts";
import { useQuiet } from "../../lib/use-quiet.ts";
import { useDefaultName, useKnownProjects } from "./known-projects.ts";

/** What the server takes as the default project. */
const inDefault = "none";

export function MachineFilters({
  workspace,
  search,
}: {
  workspace: string;
  search: SearchOf<typeof instances.list>;
}) {
  const { t, i18n } = useLingui();
  const quiet = useQuiet();
  const mayListProjects = useCan("project.view");
  const projects = useKnownProjects(workspace);
  const defaultName = useDefaultName(projects);
  const { data: regions } = useQuery({
    ...query(catalogue.regionNames, {}),
    enabled: quiet,
    staleTime: 600_000,
  });
  const variantWords: Record<Variant, string> = {
    virtual_machine: t`Virtual machine`,
    bare_metal: t`Bare metal`,
  };
  // Until the names are there, a chosen region goes by its handle.
  const handles = (search.regionHandle ?? "").split(",").filter((handle) => handle !== "");
  const regionOptions =
    regions?.data.map(({ handle, name }) => ({ value: handle, label: name })) ??
    handles.map((value) => ({ value, label: value }));
  return (
    <>
      <FilterMenu
        name="status"
        label={t`Status`}
        value={search.status}
        options={instanceStatuses.map((status) => ({
          value: status,
          label: wordStatus(i18n, status),
        }))}
      />
      <FilterMenu
        name="regionHandle"
        label={t`Region`}
        value={search.regionHandle}
        options={regionOptions}
      />
      <FilterMenu
        name="variants"
        label={t`Type`}
        value={search.variants}
        options={variants.map((variant) => ({ value: variant, label: variantWords[variant] }))}
      />
      {mayListProjects && (
        <FilterChoice
          name="project"
          label={t`Project`}
          value={search.project}
          options={[
            ...(projects ?? [])
              .filter(({ id, isDefault }) => !isDefault || id === search.project)
              .map(({ id, name }) => ({ value: id, label: name })),
            { value: inDefault, label: defaultName },
          ]}
        />
      )}
    </>
  );
}

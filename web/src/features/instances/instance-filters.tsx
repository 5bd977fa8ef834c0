import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { catalogue, type Variant, variants } from "#contracts/catalogue.ts";
import { type instances } from "#contracts/instances.ts";
import { instanceStatuses } from "#contracts/instance-states.ts";
import { FilterSelect } from "../../components/filter-select.tsx";
import { FilterMultiSelect } from "../../components/filter-multi-select.tsx";
import { endpointQuery } from "../../lib/api/api-client.ts";
import { statusLabel } from "./shared/instance-labels.ts";
import { useHasPermission } from "../../lib/session/permissions.ts";
import type { EndpointSearchParams } from "../../lib/api/search-params.ts";
import { useInitialQueriesSettled } from "../../lib/hooks/use-initial-queries-settled.ts";
import { useDefaultName, useAllProjects } from "../../components/use-all-projects.ts";

/** Query value for the default project. */
const inDefault = "none";

export function InstanceFilters({
  workspace,
  search,
}: {
  workspace: string;
  search: EndpointSearchParams<typeof instances.list>;
}) {
  const { t, i18n } = useLingui();
  const isSettled = useInitialQueriesSettled();
  const mayListProjects = useHasPermission("project.view");
  const projects = useAllProjects(workspace);
  const defaultName = useDefaultName(projects);
  const { data: regions } = useQuery({
    ...endpointQuery(catalogue.regionNames, {}),
    enabled: isSettled,
    staleTime: 600_000,
  });
  const variantLabels: Record<Variant, string> = {
    virtual_machine: t`Virtual machine`,
    bare_metal: t`Bare metal`,
  };
  // Until the names are loaded, a selected region shows its handle.
  const handles = (search.regionHandle ?? "").split(",").filter((handle) => handle !== "");
  const regionOptions =
    regions?.data.map(({ handle, name }) => ({ value: handle, label: name })) ??
    handles.map((value) => ({ value, label: value }));
  return (
    <>
      <FilterMultiSelect
        name="status"
        label={t`Status`}
        value={search.status}
        options={instanceStatuses.map((status) => ({
          value: status,
          label: statusLabel(i18n, status),
        }))}
      />
      <FilterMultiSelect
        name="regionHandle"
        label={t`Region`}
        value={search.regionHandle}
        options={regionOptions}
      />
      <FilterMultiSelect
        name="variants"
        label={t`Type`}
        value={search.variants}
        options={variants.map((variant) => ({ value: variant, label: variantLabels[variant] }))}
      />
      {mayListProjects && (
        <FilterSelect
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

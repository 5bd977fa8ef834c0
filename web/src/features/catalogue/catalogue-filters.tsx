import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { catalogue } from "#contracts/catalogue.ts";
import { catalogueStatuses } from "#contracts/images.ts";
import { FilterMultiSelect } from "../../components/filter-multi-select.tsx";
import { endpointQuery } from "../../lib/api/api-client.ts";
import { catalogueStatusLabel } from "./status-labels.tsx";

/** Filters by status and region. Without a status the lists have no deleted entries. */
export function CatalogueFilters({
  status,
  regionHandle,
}: {
  status: string | undefined;
  regionHandle: string | undefined;
}) {
  const { t, i18n } = useLingui();
  const { data: regions } = useQuery({
    ...endpointQuery(catalogue.regionNames, {}),
    staleTime: 600_000,
  });
  const handles = (regionHandle ?? "").split(",").filter((handle) => handle !== "");
  return (
    <>
      <FilterMultiSelect
        name="status"
        label={t`Status`}
        value={status}
        options={catalogueStatuses.map((value) => ({
          value,
          label: catalogueStatusLabel(i18n, value),
        }))}
      />
      <FilterMultiSelect
        name="regionHandle"
        label={t`Region`}
        value={regionHandle}
        options={
          regions?.data.map(({ handle, name }) => ({ value: handle, label: name })) ??
          handles.map((value) => ({ value, label: value }))
        }
      />
    </>
  );
}

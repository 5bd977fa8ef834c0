import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { catalogue } from "#contracts/catalogue.ts";
import { FilterSelect } from "../../../components/filter-select.tsx";
import { endpointQuery } from "../../../lib/api/api-client.ts";
import { useInitialQueriesSettled } from "../../../lib/hooks/use-initial-queries-settled.ts";

export function RegionFilter({ value }: { value: string | undefined }) {
  const { t } = useLingui();
  const isSettled = useInitialQueriesSettled();
  const { data: regions } = useQuery({
    ...endpointQuery(catalogue.regionNames, {}),
    enabled: isSettled,
    staleTime: 600_000,
  });
  // Until the names are loaded, a selected region shows its handle.
  const selected = value === undefined ? [] : [{ value, label: value }];
  const options =
    regions?.data.map(({ handle, name }) => ({ value: handle, label: name })) ?? selected;
  return <FilterSelect name="regionHandle" label={t`Region`} value={value} options={options} />;
}

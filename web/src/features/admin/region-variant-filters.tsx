import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { catalogue, type Variant, variants } from "#contracts/catalogue.ts";
import { FilterMultiSelect } from "../../components/filter-multi-select.tsx";
import { endpointQuery } from "../../lib/api/api-client.ts";

export function useVariantLabels(): Record<Variant, string> {
  const { t } = useLingui();
  return { virtual_machine: t`Virtual machine`, bare_metal: t`Bare metal` };
}

/** Filters by region and type. The parameter of the type has another name in each list of the API. */
export function RegionVariantFilters({
  variantName,
  variant,
  regionHandle,
}: {
  variantName: "variant" | "variants";
  variant: string | undefined;
  regionHandle: string | undefined;
}) {
  const { t } = useLingui();
  const labels = useVariantLabels();
  const { data: regions } = useQuery({
    ...endpointQuery(catalogue.regionNames, {}),
    staleTime: 600_000,
  });
  const handles = (regionHandle ?? "").split(",").filter((handle) => handle !== "");
  return (
    <>
      <FilterMultiSelect
        name="regionHandle"
        label={t`Region`}
        value={regionHandle}
        options={
          regions?.data.map(({ handle, name }) => ({ value: handle, label: name })) ??
          handles.map((value) => ({ value, label: value }))
        }
      />
      <FilterMultiSelect
        name={variantName}
        label={t`Type`}
        value={variant}
        options={variants.map((value) => ({ value, label: labels[value] }))}
      />
    </>
  );
}

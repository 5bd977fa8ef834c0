import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { PageMeta } from "#contracts/endpoint.ts";
import { exceedsExportLimit, maxExportRows } from "#contracts/export-limit.ts";
import { instances } from "#contracts/instances.ts";
import { ExportButton } from "../../components/export-button.tsx";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import type { QueryDefinition } from "../../lib/api/api-client.ts";
import type { EndpointSearchParams } from "../../lib/api/search-params.ts";
import { formatInteger } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";

interface ExportInstancesProps {
  readonly workspace: string;
  /** The filters and the order of the list. */
  readonly search: EndpointSearchParams<typeof instances.list>;
  /** The list's own query, for its total. */
  readonly query: QueryDefinition<{ readonly meta: PageMeta }>;
}

/** Downloads the instances of the list across all pages. */
export function ExportInstances({ workspace, search, query }: ExportInstancesProps) {
  const { data: page } = useQuery({ ...query, retryOnMount: false });
  const file = useEndpointAction(instances.export, { invalidates: [] });
  const { page: _page, perPage: _perPage, after: _after, before: _before, ...filters } = search;
  const input = { path: { workspace }, query: filters };
  return (
    <ExportButton
      fetch={() => file.run(input)}
      code={file.code(input)}
      busy={file.busy}
      reason={null}
      isEmpty={page?.meta.total === 0}
    />
  );
}

/** Shown only when the list may have more rows than an export. */
export function InstancesExportLimit({ query }: Pick<ExportInstancesProps, "query">) {
  const localeSettings = useLocaleSettings();
  const { data: page } = useQuery({ ...query, retryOnMount: false });
  if (page === undefined || !exceedsExportLimit(page.meta)) return null;
  const most = formatInteger(maxExportRows, localeSettings);
  return (
    <>
      {". "}
      <Trans>An export includes the first {most} instances of the list.</Trans>
    </>
  );
}

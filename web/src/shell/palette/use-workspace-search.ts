/** Server search for the typed text: one request after each pause in typing. */
import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Instance } from "#contracts/instances.ts";
import { type SearchResults, search } from "#contracts/search.ts";
import { endpointQuery, type QueryDefinition } from "../../lib/api/api-client.ts";
import { formatDate, formatMoneyAmount } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import type { PaletteCommand, PaletteCommandGroup } from "./palette-command.ts";
import { useInstanceCommands } from "./use-instance-commands.ts";
import { matchCommands } from "./rank-commands.ts";
import { parseCommand } from "./parse-command.ts";

export interface SearchState {
  readonly groups: readonly PaletteCommandGroup[];
  readonly busy: boolean;
  readonly failed: Error | null;
}

/** `term` is empty when there is nothing to search for. */
export function useDebouncedSearch<T>(read: QueryDefinition<T>, term: string, typed: string) {
  const { data, isFetching, isPlaceholderData, error } = useQuery({
    ...read,
    enabled: term !== "",
    placeholderData: keepPreviousData,
  });
  const isBehind = isPlaceholderData || typed.trim() !== term;
  return {
    data: typed.trim() === "" ? undefined : data,
    // The results belong to an earlier text; only those that match the current text are shown.
    isBehind,
    busy: typed.trim() !== "" && (isBehind || isFetching),
    failed: error,
  };
}

const isExactMatch = ({ hostname, id, publicIp, privateIp }: Instance, term: string): boolean =>
  [hostname, id, publicIp, privateIp].includes(term.toLowerCase());

/** Searches the instances, projects, keys and invoices of a workspace; found instances include their actions. */
export function useWorkspaceSearch(workspace: string, term: string, typed: string): SearchState {
  const { t } = useLingui();
  const navigate = useNavigate();
  const settings = useLocaleSettings();
  const instances = useInstanceCommands(workspace);
  const now = parseCommand(typed, instances.verbs);
  const command = parseCommand(term, instances.verbs);
  const { data, isBehind, busy, failed } = useDebouncedSearch(
    endpointQuery(search.find, { path: { workspace }, query: { term: command.term } }),
    command.term,
    typed,
  );
  if (data === undefined) return { groups: [], busy, failed };

  const { verb } = now;
  const [first] = data.instances;
  const isMeant =
    first !== undefined && (data.instances.length === 1 || isExactMatch(first, now.term));
  const project = ({
    id,
    name,
    description,
  }: SearchResults["projects"][number]): PaletteCommand => ({
    id: `project ${id}`,
    label: name,
    description: description === "" ? null : description,
    icon: "folder",
    run: () =>
      void navigate({
        to: "/$workspace/projects/$projectID",
        params: { workspace, projectID: id },
      }),
  });
  const key = ({
    id,
    name,
    fingerprintSha256,
  }: SearchResults["credentials"][number]): PaletteCommand => ({
    id: `key ${id}`,
    label: name,
    description: fingerprintSha256,
    icon: "key",
    run: () =>
      void navigate({
        to: "/$workspace/settings/credentials",
        params: { workspace },
        search: { search: fingerprintSha256 ?? name },
      }),
  });
  const invoice = ({
    id,
    kind,
    number,
    total,
    issuedAt,
  }: SearchResults["billing"][number]): PaletteCommand => ({
    id: `invoice ${id}`,
    label: number,
    description: [
      kind === "invoice" ? t`Invoice` : t`Credit note`,
      formatMoneyAmount(total),
      formatDate(issuedAt, settings),
    ].join(" · "),
    icon: "receipt",
    run: () =>
      void navigate({
        to: "/$workspace/billing/invoice/$invoiceID",
        params: { workspace, invoiceID: id },
      }),
  });
  const found: PaletteCommandGroup[] = [
    {
      label: t`Actions`,
      options:
        verb === null ? [] : data.instances.map((instance) => instances.order(instance, verb)),
    },
    { label: t`Instances`, options: data.instances.map(instances.open) },
    {
      label: t`Actions`,
      options: verb === null && isMeant ? instances.ordersFor(first) : [],
    },
    { label: t`Projects`, options: verb === null ? data.projects.map(project) : [] },
    { label: t`SSH keys`, options: verb === null ? data.credentials.map(key) : [] },
    { label: t`Invoices`, options: verb === null ? data.billing.map(invoice) : [] },
  ];
  const groups = isBehind ? matchCommands(found, now.term) : found;
  return { groups: groups.filter(({ options }) => options.length > 0), busy, failed };
}

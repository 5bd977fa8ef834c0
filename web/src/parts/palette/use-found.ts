/** What the server finds for what is typed: one question for each pause of typing. */
import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Instance } from "#contracts/instances.ts";
import { type Found, search } from "#contracts/search.ts";
import { query, type Read } from "../../lib/client.ts";
import type { Command, Commands } from "./command.ts";
import { useMachineCommands } from "./machine-commands.ts";
import { matching } from "./matching.ts";
import { meantBy } from "./meant.ts";

export interface Finding {
  readonly groups: readonly Commands[];
  readonly busy: boolean;
  readonly failed: Error | null;
}

/** `term` is empty where there is nothing to ask for. */
export function useFinding<T>(read: Read<T>, term: string, typed: string) {
  const { data, isFetching, isPlaceholderData, error } = useQuery({
    ...read,
    enabled: term !== "",
    placeholderData: keepPreviousData,
  });
  const isBehind = isPlaceholderData || typed.trim() !== term;
  return {
    data: typed.trim() === "" ? undefined : data,
    // An answer to what was typed before is only of use as far as it fits what is typed now.
    isBehind,
    busy: typed.trim() !== "" && (isBehind || isFetching),
    failed: error,
  };
}

const isExactly = ({ hostname, id, publicIp, privateIp }: Instance, term: string): boolean =>
  [hostname, id, publicIp, privateIp].includes(term.toLowerCase());

/** Machines, projects and keys of a workspace, and what can be done with a machine. */
export function useFoundInWorkspace(workspace: string, term: string, typed: string): Finding {
  const { t } = useLingui();
  const navigate = useNavigate();
  const machines = useMachineCommands(workspace);
  const now = meantBy(typed, machines.verbs);
  const asked = meantBy(term, machines.verbs);
  const { data, isBehind, busy, failed } = useFinding(
    query(search.find, { path: { workspace }, query: { term: asked.term } }),
    asked.term,
    typed,
  );
  if (data === undefined) return { groups: [], busy, failed };

  const { verb } = now;
  const [first] = data.instances;
  const isMeant =
    first !== undefined && (data.instances.length === 1 || isExactly(first, now.term));
  const project = ({ id, name, description }: Found["projects"][number]): Command => ({
    id: `project ${id}`,
    label: name,
    second: description === "" ? null : description,
    icon: "folder",
    run: () =>
      void navigate({
        to: "/$workspace/projects/$projectID",
        params: { workspace, projectID: id },
      }),
  });
  const key = ({ id, name, fingerprintSha256 }: Found["credentials"][number]): Command => ({
    id: `key ${id}`,
    label: name,
    second: fingerprintSha256,
    icon: "key",
    run: () =>
      void navigate({
        to: "/$workspace/settings/credentials",
        params: { workspace },
        search: { search: fingerprintSha256 ?? name },
      }),
  });
  const found: Commands[] = [
    {
      label: t`Actions`,
      options: verb === null ? [] : data.instances.map((machine) => machines.order(machine, verb)),
    },
    { label: t`Instances`, options: data.instances.map(machines.open) },
    {
      label: t`Actions`,
      options: verb === null && isMeant ? machines.ordersFor(first) : [],
    },
    { label: t`Projects`, options: verb === null ? data.projects.map(project) : [] },
    { label: t`SSH keys`, options: verb === null ? data.credentials.map(key) : [] },
  ];
  const groups = isBehind ? matching(found, now.term) : found;
  return { groups: groups.filter(({ options }) => options.length > 0), busy, failed };
}

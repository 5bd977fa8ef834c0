/** Everything one can go to, make, do and switch, by typing; what it finds depends on where one is. */
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { instances } from "#contracts/instances.ts";
import { endpointQuery } from "../../lib/api/api-client.ts";
import { useOptionalWorkspace, useHasStaffPermission } from "../../lib/session/permissions.ts";
import { useDebouncedInput } from "../../lib/hooks/use-debounced-input.ts";
import { useConsoleArea } from "../navigation.ts";
import type { PaletteCommandGroup } from "./palette-command.ts";
import { useInstanceCommands } from "./use-instance-commands.ts";
import { PaletteFrame } from "./palette-frame.tsx";
import { useWorkspaceSearch } from "./use-workspace-search.ts";
import { useUserSearch } from "./use-user-search.ts";

/** What stands in the field, and what of it was told to the server. */
function usePaletteInput() {
  const [term, setTerm] = useState("");
  const [typed, setTyped] = useDebouncedInput(term, setTerm);
  return { typed, setTyped, term };
}

export default function CommandPalette() {
  const role = useOptionalWorkspace();
  const isStaffArea = useConsoleArea() === "admin";
  const findsPeople = useHasStaffPermission("staff.user.view") && isStaffArea;
  if (role !== null) return <WorkspacePalette workspace={role.handle} />;
  return findsPeople ? <StaffPalette /> : <GlobalPalette />;
}

function WorkspacePalette({ workspace }: { workspace: string }) {
  const { typed, setTyped, term } = usePaletteInput();
  const finding = useWorkspaceSearch(workspace, term, typed);
  const here = useCurrentInstanceCommands(workspace);
  const { beginnings } = useInstanceCommands(workspace);
  return (
    <PaletteFrame
      typed={typed}
      onType={setTyped}
      here={here}
      beginnings={beginnings()}
      finding={finding}
    />
  );
}

/** On a machine's page: what can be done with it. */
function useCurrentInstanceCommands(workspace: string): PaletteCommandGroup | null {
  const { instanceID = "" } = useParams({ strict: false });
  const { ordersFor } = useInstanceCommands(workspace);
  const { data } = useQuery({
    ...endpointQuery(instances.view, { path: { workspace, instance: instanceID } }),
    enabled: instanceID !== "",
  });
  return data === undefined ? null : { label: data.hostname, options: ordersFor(data) };
}

function StaffPalette() {
  const { typed, setTyped, term } = usePaletteInput();
  return <PaletteFrame typed={typed} onType={setTyped} finding={useUserSearch(term, typed)} />;
}

const noResults = { groups: [], busy: false, failed: null };

function GlobalPalette() {
  const [typed, setTyped] = useState("");
  return <PaletteFrame typed={typed} onType={setTyped} finding={noResults} />;
}

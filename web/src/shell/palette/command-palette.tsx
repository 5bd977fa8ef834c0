/**
 * The command palette: navigation, creation, actions and settings by typing; its commands depend on the current page.
 */
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

/** The typed text, and its debounced value for server searches. */
function usePaletteInput() {
  const [term, setTerm] = useState("");
  const [typed, setTyped] = useDebouncedInput(term, setTerm);
  return { typed, setTyped, term };
}

export default function CommandPalette() {
  const role = useOptionalWorkspace();
  const isStaffArea = useConsoleArea() === "admin";
  const canFindUsers = useHasStaffPermission("staff.user.view") && isStaffArea;
  if (role !== null) return <WorkspacePalette workspace={role.handle} />;
  return canFindUsers ? <StaffPalette /> : <GlobalPalette />;
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

/** On an instance's page: the actions of that instance. */
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

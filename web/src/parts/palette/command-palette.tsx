/** Everything one can go to, make, do and switch, by typing; what it finds depends on where one is. */
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { instances } from "#contracts/instances.ts";
import { query } from "../../lib/client.ts";
import { useMaybeWorkspace, useStaffCan } from "../../lib/permissions.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { useArea } from "../../shell/navigation.ts";
import type { Commands } from "./command.ts";
import { useMachineCommands } from "./machine-commands.ts";
import { PaletteFrame } from "./palette-frame.tsx";
import { useFoundInWorkspace } from "./use-found.ts";
import { useFoundPeople } from "./use-found-people.ts";

/** What stands in the field, and what of it was told to the server. */
function useTyping() {
  const [term, setTerm] = useState("");
  const [typed, setTyped] = useDebounced(term, setTerm);
  return { typed, setTyped, term };
}

export default function CommandPalette() {
  const role = useMaybeWorkspace();
  const isStaffArea = useArea() === "admin";
  const findsPeople = useStaffCan("staff.user.view") && isStaffArea;
  if (role !== null) return <InWorkspace workspace={role.handle} />;
  return findsPeople ? <InStaffArea /> : <Elsewhere />;
}

function InWorkspace({ workspace }: { workspace: string }) {
  const { typed, setTyped, term } = useTyping();
  const finding = useFoundInWorkspace(workspace, term, typed);
  const here = useMachineHere(workspace);
  const { beginnings } = useMachineCommands(workspace);
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
function useMachineHere(workspace: string): Commands | null {
  const { instanceID = "" } = useParams({ strict: false });
  const { ordersFor } = useMachineCommands(workspace);
  const { data } = useQuery({
    ...query(instances.view, { path: { workspace, instance: instanceID } }),
    enabled: instanceID !== "",
  });
  return data === undefined ? null : { label: data.hostname, options: ordersFor(data) };
}

function InStaffArea() {
  const { typed, setTyped, term } = useTyping();
  return <PaletteFrame typed={typed} onType={setTyped} finding={useFoundPeople(term, typed)} />;
}

const nothing = { groups: [], busy: false, failed: null };

function Elsewhere() {
  const [typed, setTyped] = useState("");
  return <PaletteFrame typed={typed} onType={setTyped} finding={nothing} />;
}

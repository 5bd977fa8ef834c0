import { Trans } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import type { Project } from "#contracts/projects.ts";
import { ActionButton } from "../../blocks/action-button.tsx";
import { useWhyNotInto } from "./may-move.ts";
import { useMoves } from "./use-moves.tsx";
import { lazyPart } from "../../lib/missing-code.ts";

const load = () => import("./add-machines-dialog.tsx");
const AddMachinesDialog = lazyPart(load);

/** Takes machines of other projects into this one. */
export function AddMachines({ workspace, project }: { workspace: string; project: Project }) {
  const whyNotInto = useWhyNotInto();
  const moves = useMoves(workspace);
  const [open, setOpen] = useState(false);
  return (
    <>
      <ActionButton
        reason={whyNotInto(project)}
        onPointerEnter={() => void load()}
        onClick={() => setOpen(true)}
      >
        <Trans>Add instances</Trans>
      </ActionButton>
      {open && (
        <Suspense>
          <AddMachinesDialog
            workspace={workspace}
            project={project}
            code={(machines) => moves.code(project, machines)}
            onAdd={(machines) => moves.into(project, machines)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
      {moves.dialog}
    </>
  );
}

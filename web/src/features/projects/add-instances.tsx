import { Trans } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import type { Project } from "#contracts/projects.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { useMoveTargetReason } from "../instances/shared/use-move-reason.ts";
import { useMoveInstances } from "../instances/shared/use-move-instances.tsx";
import { lazyPart } from "../../lib/browser/missing-code.ts";

const load = () => import("./add-instances-dialog.tsx");
const AddInstancesDialog = lazyPart(load);

/** Moves instances of other projects into this one. */
export function AddInstances({ workspace, project }: { workspace: string; project: Project }) {
  const whyNotInto = useMoveTargetReason();
  const moves = useMoveInstances(workspace);
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
          <AddInstancesDialog
            workspace={workspace}
            project={project}
            code={(instances) => moves.code(project, instances)}
            onAdd={(instances) => moves.into(project, instances)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
      {moves.dialog}
    </>
  );
}

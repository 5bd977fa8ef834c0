import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Instance } from "#contracts/instances.ts";
import type { Project } from "#contracts/projects.ts";
import { ActionButton } from "../../components/action-button.tsx";
import type { RequestPreview } from "../../components/code-samples/request-preview.ts";
import { CodeButton } from "../../components/code-button.tsx";
import { problemMessage } from "../../lib/i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Callout } from "../../ui/feedback.tsx";
import { useMoveTargetReason, useInstanceMoveReason } from "./shared/use-move-reason.ts";
import { ProjectSelect } from "../../components/project-select.tsx";
import { MoveFailuresList } from "./move-failures-list.tsx";

interface MoveDialogProps {
  readonly workspace: string;
  readonly instances: readonly Instance[];
  /** Closes the dialog, or shows the result for each instance. */
  readonly onMove: (target: Project) => Promise<void>;
  readonly code: (target: Project) => RequestPreview;
  readonly onClose: () => void;
}

/** Selects the target project. */
export default function MoveDialog({
  workspace,
  instances,
  onMove,
  code,
  onClose,
}: MoveDialogProps) {
  const { t, i18n } = useLingui();
  const moveReason = useInstanceMoveReason();
  const targetReason = useMoveTargetReason();
  const [target, setTarget] = useState<Project | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const stays = instances.flatMap((instance) => {
    const reason = moveReason(instance);
    return reason === null ? [] : [{ id: instance.id, name: instance.hostname, why: reason }];
  });
  const count = instances.length - stays.length;
  const name = instances[0]?.hostname ?? "";
  const isThere = ({ id }: Project) => instances.every(({ project }) => project?.id === id);
  const submitReason =
    count === 0
      ? t`None of these can be moved`
      : target === null
        ? t`Choose a project first`
        : null;
  const close = () => {
    if (!busy) onClose();
  };
  const move = async (project: Project) => {
    setBusy(true);
    setFailure(null);
    try {
      await onMove(project);
    } catch (error) {
      setFailure(problemMessage(i18n, error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={close}
      title={instances.length === 1 ? t`Move ${name}` : t`Move ${instances.length} instances`}
      actions={
        <>
          <Button onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
          <ActionButton
            tone="primary"
            busy={busy}
            reason={submitReason}
            onClick={() => {
              if (target !== null) void move(target);
            }}
          >
            <Plural value={count} one="Move # instance" other="Move # instances" />
          </ActionButton>
        </>
      }
    >
      <p>
        <Plural
          value={instances.length}
          one="Moving doesn't interrupt it. From now on, its cost counts toward the new project."
          other="Moving doesn't interrupt them. From now on, their cost counts toward the new project."
        />
      </p>
      {stays.length > 0 && (
        <Callout tone="warn">
          <p>
            <Plural
              value={stays.length}
              one="# instance won't be moved:"
              other="# instances won't be moved:"
            />
          </p>
          <MoveFailuresList stayed={stays} />
        </Callout>
      )}
      <ProjectSelect
        workspace={workspace}
        label={t`Project`}
        disabledReason={(project) =>
          isThere(project) ? t`Already in this project` : targetReason(project)
        }
        isSelected={({ id }) => target?.id === id}
        onChoose={setTarget}
      />
      {failure !== null && <Callout tone="danger">{failure}</Callout>}
      {target !== null && (
        <CodeButton requested={() => ({ requests: [code(target)], isComplete: count > 0 })} />
      )}
    </Dialog>
  );
}

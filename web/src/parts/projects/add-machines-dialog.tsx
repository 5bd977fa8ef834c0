import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { type Instance, instances } from "#contracts/instances.ts";
import type { Project } from "#contracts/projects.ts";
import { ActionButton } from "../../blocks/action-button.tsx";
import type { Requested } from "../../blocks/code/requested.ts";
import { PickList } from "../../blocks/pick-list.tsx";
import { ShowCode } from "../../blocks/show-code.tsx";
import { query } from "../../lib/client.ts";
import { wordProblem } from "../../lib/wording.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Callout } from "../../ui/notices.tsx";
import { useProjectName } from "../instances/known-projects.ts";
import { useWhyNotMove } from "./may-move.ts";

/** More than one call takes. */
const machinesAtMost = 100;

interface AddMachinesDialogProps {
  readonly workspace: string;
  readonly project: Project;
  readonly onAdd: (machines: readonly Instance[]) => Promise<void>;
  readonly code: (machines: readonly Instance[]) => Requested;
  readonly onClose: () => void;
}

/** Machines of other projects, many at once; what is chosen is named, also while a search hides it. */
export default function AddMachinesDialog({
  workspace,
  project,
  onAdd,
  code,
  onClose,
}: AddMachinesDialogProps) {
  const { t, i18n } = useLingui();
  const whyNotMove = useWhyNotMove(workspace);
  const projectNameOf = useProjectName(workspace);
  const [chosen, setChosen] = useState<readonly Instance[]>([]);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const close = () => {
    if (!busy) onClose();
  };
  const add = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await onAdd(chosen);
      onClose();
    } catch (error) {
      setFailure(wordProblem(i18n, error));
      setBusy(false);
    }
  };
  const isChosen = ({ id }: Instance) => chosen.some((machine) => machine.id === id);
  const whyNot = (machine: Instance) => {
    const isHere = project.isDefault
      ? machine.project === null
      : machine.project?.id === project.id;
    if (isHere) return t`Already in this project`;
    const isFull = chosen.length >= machinesAtMost && !isChosen(machine);
    return isFull ? t`You can add up to ${machinesAtMost} at a time` : whyNotMove(machine);
  };
  const names = chosen.map(({ hostname }) => hostname).join(", ");
  return (
    <Dialog
      open
      onClose={close}
      title={t`Add instances to ${project.name}`}
      actions={
        <>
          <Button onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
          <ActionButton
            tone="primary"
            busy={busy}
            reason={chosen.length === 0 ? t`Select at least one instance` : null}
            onClick={() => void add()}
          >
            {chosen.length === 0 ? (
              <Trans>Add instances</Trans>
            ) : (
              <Plural value={chosen.length} one="Add # instance" other="Add # instances" />
            )}
          </ActionButton>
        </>
      }
    >
      <p>
        <Trans>
          They keep running without interruption. From now on, their cost counts toward this
          project.
        </Trans>
      </p>
      <PickList
        many
        label={t`Instances`}
        searchLabel={t`Search by name, IP address, or ID`}
        read={(search) =>
          query(instances.list, {
            path: { workspace },
            query: { search, perPage: "50", orderBy: "hostname" },
          })
        }
        rowKey={({ id }) => id}
        whyNot={whyNot}
        isChosen={isChosen}
        onChoose={(machine, on) =>
          setChosen((now) => [
            ...now.filter(({ id }) => id !== machine.id),
            ...(on ? [machine] : []),
          ])
        }
      >
        {(machine) => (
          <>
            {machine.hostname}
            <small>
              {projectNameOf(machine)} · {machine.product.name}
            </small>
          </>
        )}
      </PickList>
      <p aria-live="polite">
        {chosen.length > 0 && (
          <Trans>
            <b>{chosen.length}</b> selected: {names}
          </Trans>
        )}
      </p>
      {failure !== null && <Callout tone="bad">{failure}</Callout>}
      <ShowCode requested={() => ({ requests: [code(chosen)], isComplete: chosen.length > 0 })} />
    </Dialog>
  );
}

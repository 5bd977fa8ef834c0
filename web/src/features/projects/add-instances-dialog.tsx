import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { type Instance, instances } from "#contracts/instances.ts";
import type { Project } from "#contracts/projects.ts";
import { ActionButton } from "../../components/action-button.tsx";
import type { RequestPreview } from "../../components/code-samples/request-preview.ts";
import { SearchableList } from "../../components/searchable-list.tsx";
import { CodeButton } from "../../components/code-button.tsx";
import { endpointQuery } from "../../lib/api/api-client.ts";
import { problemMessage } from "../../lib/i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Callout } from "../../ui/feedback.tsx";
import { useProjectName } from "../../components/use-all-projects.ts";
import { useInstanceMoveReason } from "../instances/shared/use-move-reason.ts";

/** Maximum of one request. */
const maxInstances = 100;

interface AddInstancesDialogProps {
  readonly workspace: string;
  readonly project: Project;
  readonly onAdd: (instances: readonly Instance[]) => Promise<void>;
  readonly code: (instances: readonly Instance[]) => RequestPreview;
  readonly onClose: () => void;
}

/**
 * Selects instances of other projects, several at once. Selected ones keep their names while a search hides their
 * rows.
 */
export default function AddInstancesDialog({
  workspace,
  project,
  onAdd,
  code,
  onClose,
}: AddInstancesDialogProps) {
  const { t, i18n } = useLingui();
  const whyNotMove = useInstanceMoveReason();
  const projectNameOf = useProjectName(workspace);
  const [selected, setChosen] = useState<readonly Instance[]>([]);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const close = () => {
    if (!busy) onClose();
  };
  const add = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await onAdd(selected);
      onClose();
    } catch (error) {
      setFailure(problemMessage(i18n, error));
      setBusy(false);
    }
  };
  const isChosen = ({ id }: Instance) => selected.some((instance) => instance.id === id);
  const whyNot = (instance: Instance) => {
    const isHere = project.isDefault
      ? instance.project === null
      : instance.project?.id === project.id;
    if (isHere) return t`Already in this project`;
    const isFull = selected.length >= maxInstances && !isChosen(instance);
    return isFull ? t`You can add up to ${maxInstances} at a time` : whyNotMove(instance);
  };
  const names = selected.map(({ hostname }) => hostname).join(", ");
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
            reason={selected.length === 0 ? t`Select at least one instance` : null}
            onClick={() => void add()}
          >
            {selected.length === 0 ? (
              <Trans>Add instances</Trans>
            ) : (
              <Plural value={selected.length} one="Add # instance" other="Add # instances" />
            )}
          </ActionButton>
        </>
      }
    >
      <p>
        <Trans>
          Moving doesn't interrupt them. From now on, their cost counts toward this project.
        </Trans>
      </p>
      <SearchableList
        many
        label={t`Instances`}
        searchLabel={t`Search by name, IP address, or ID`}
        read={(search) =>
          endpointQuery(instances.list, {
            path: { workspace },
            query: { search, perPage: "50", orderBy: "hostname" },
          })
        }
        rowKey={({ id }) => id}
        disabledReason={whyNot}
        isSelected={isChosen}
        onChoose={(instance, on) =>
          setChosen((now) => [
            ...now.filter(({ id }) => id !== instance.id),
            ...(on ? [instance] : []),
          ])
        }
      >
        {(instance) => (
          <>
            {instance.hostname}
            <small>
              {projectNameOf(instance)} · {instance.product.name}
            </small>
          </>
        )}
      </SearchableList>
      <p aria-live="polite">
        {selected.length > 0 && (
          <Trans>
            <b>{selected.length}</b> selected: {names}
          </Trans>
        )}
      </p>
      {failure !== null && <Callout tone="danger">{failure}</Callout>}
      <CodeButton
        requested={() => ({ requests: [code(selected)], isComplete: selected.length > 0 })}
      />
    </Dialog>
  );
}

/** Moves instances between projects: confirmations, requests and the result for each instance. */
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { type Instance, instances } from "#contracts/instances.ts";
import { projects } from "#contracts/projects.ts";
import type { RequestPreview } from "../../../components/code-samples/request-preview.ts";
import { toastWithUndo } from "../../../components/confirmation.ts";
import { invalidate } from "../../../lib/api/api-client.ts";
import { problemMessage } from "../../../lib/i18n/messages.ts";
import { lazyPart } from "../../../lib/browser/missing-code.ts";
import { toast } from "../../../ui/toast.ts";
import { useAllProjects } from "../../../components/use-all-projects.ts";
import { useInstanceMoveReason } from "./use-move-reason.ts";
import type { MoveOutcome, UnmovedInstance } from "../move-each.ts";
import { loadMoveEach, moveInstances, moveRequest, type MoveTarget } from "../move-instances.ts";

const MoveDialog = lazyPart(() => import("../move-dialog.tsx"));
const loadFailuresDialog = () => import("../move-failures-dialog.tsx");
const MoveFailuresDialog = lazyPart(loadFailuresDialog);

/** Loads what reports failures before a lost connection may be one of them. */
const preloadFailures = () => {
  void loadFailuresDialog();
  void loadMoveEach();
};

/** An instance that was not moved, and why. */
export interface MoveFailure {
  readonly id: string;
  readonly name: string;
  readonly why: string;
}

interface UnfinishedMove {
  readonly target: MoveTarget;
  readonly moved: number;
  readonly stayed: readonly MoveFailure[];
  /** Those of `stayed` for which another attempt may succeed. */
  readonly repeatable: readonly Instance[];
}

type DialogState =
  | { readonly kind: "where"; readonly instances: readonly Instance[] }
  | ({ readonly kind: "stayed" } & UnfinishedMove);

export interface MoveActions {
  /** Asks for the target project. */
  readonly choose: (instances: readonly Instance[]) => void;
  /** Moves them immediately. Throws problems that are not about the instances, such as a lost connection. */
  readonly into: (target: MoveTarget, instances: readonly Instance[]) => Promise<void>;
  /** Like `into` for a plain button: shows the problems that `into` would throw. */
  readonly press: (target: MoveTarget, instances: readonly Instance[]) => void;
  /** The request that `into` sends: one for all instances that can be moved. */
  readonly code: (target: MoveTarget, instances: readonly Instance[]) => RequestPreview;
  /** To be rendered by the page. */
  readonly dialog: ReactNode;
}

export function useMoveInstances(workspace: string): MoveActions {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const known = useAllProjects(workspace);
  const whyNotMove = useInstanceMoveReason();
  const [dialogState, setDialogState] = useState<DialogState | null>(null);
  const close = () => setDialogState(null);

  const changed = () =>
    invalidate(
      client,
      instances.list,
      instances.view,
      projects.list,
      projects.view,
      projects.graph,
    );

  /** Moves each instance back to its previous project. */
  const undo = async (instances: readonly Instance[]) => {
    try {
      for (const [id, group] of Map.groupBy(instances, ({ project }) => project?.id ?? "")) {
        const isDefault = known?.find((project) => project.id === id)?.isDefault === true;
        const { rejected, failed } = await moveInstances(
          workspace,
          { id, name: "", isDefault },
          group,
        );
        for (const { problem } of [...failed, ...rejected]) throw problem;
      }
    } catch (error) {
      void toast({ tone: "danger", title: problemMessage(i18n, error) });
    }
    await changed();
  };

  const showMoved = ({ moved }: MoveOutcome, target: MoveTarget) => {
    const [first] = moved;
    if (first === undefined) return;
    const name = target.name;
    const title =
      moved.length === 1
        ? t`${first.hostname} moved to ${name}`
        : t`${plural(moved.length, { one: "# instance", other: "# instances" })} moved to ${name}`;
    if (moved.every(({ project }) => project !== null && project.id !== target.id))
      toastWithUndo({ title, undoLabel: t`Undo`, undo: () => void undo(moved) });
    else void toast({ title });
  };

  const into = async (target: MoveTarget, instances: readonly Instance[]) => {
    const before = instances.map((instance) => ({ instance, why: whyNotMove(instance) }));
    const possible = before.filter(({ why }) => why === null).map(({ instance }) => instance);
    const stayed = before.flatMap(({ instance: { id, hostname }, why }) =>
      why === null ? [] : [{ id, name: hostname, why }],
    );
    await attempt({ target, moved: 0, stayed, repeatable: possible });
  };

  const toFailure = ({ instance: { id, hostname }, problem }: UnmovedInstance): MoveFailure => ({
    id,
    name: hostname,
    why: problem === null ? t`Not sent` : problemMessage(i18n, problem),
  });

  /** Moves the repeatable instances, and shows the result of all attempts if some stayed. */
  const attempt = async (before: UnfinishedMove) => {
    preloadFailures();
    const { target, repeatable } = before;
    const outcome: MoveOutcome =
      repeatable.length === 0
        ? { moved: [], rejected: [], failed: [] }
        : await moveInstances(workspace, target, repeatable);
    const tried = new Set(repeatable.map(({ id }) => id));
    const stayed = [
      ...outcome.failed.map(toFailure),
      ...outcome.rejected.map(toFailure),
      ...before.stayed.filter(({ id }) => !tried.has(id)),
    ];
    setDialogState(
      stayed.length === 0
        ? null
        : {
            kind: "stayed",
            target,
            moved: before.moved + outcome.moved.length,
            stayed,
            repeatable: outcome.failed.map(({ instance }) => instance),
          },
    );
    showMoved(outcome, target);
    await changed();
  };

  const code = (target: MoveTarget, instances: readonly Instance[]) =>
    moveRequest(
      workspace,
      target,
      instances.filter((instance) => whyNotMove(instance) === null),
    );

  return {
    code,
    choose: (instances) => {
      preloadFailures();
      setDialogState({ kind: "where", instances });
    },
    into,
    press: (target, instances) =>
      void into(target, instances).catch(
        (error: unknown) => void toast({ tone: "danger", title: problemMessage(i18n, error) }),
      ),
    dialog: dialogState !== null && (
      <Suspense>
        {dialogState.kind === "where" ? (
          <MoveDialog
            workspace={workspace}
            instances={dialogState.instances}
            onMove={(target) => into(target, dialogState.instances)}
            code={(target) => code(target, dialogState.instances)}
            onClose={close}
          />
        ) : (
          <MoveFailuresDialog
            moved={dialogState.moved}
            stayed={dialogState.stayed}
            repeatable={dialogState.repeatable.length}
            onRetry={() => attempt(dialogState)}
            onClose={close}
          />
        )}
      </Suspense>
    ),
  };
}

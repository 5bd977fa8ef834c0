/** Everything that moves machines between projects: the questions before, and what became of each. */
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { type Instance, instances } from "#contracts/instances.ts";
import { projects } from "#contracts/projects.ts";
import type { Requested } from "../../blocks/code/requested.ts";
import { reversible } from "../../blocks/confirm.ts";
import { refresh } from "../../lib/client.ts";
import { wordProblem } from "../../lib/wording.ts";
import { lazyPart } from "../../lib/missing-code.ts";
import { toast } from "../../ui/toast.ts";
import { useKnownProjects } from "../instances/known-projects.ts";
import { useWhyNotMove } from "./may-move.ts";
import { moveMachines, moveRequest, type Outcome, type Target } from "./move-machines.ts";

const MoveDialog = lazyPart(() => import("./move-dialog.tsx"));
const StayedDialog = lazyPart(() => import("./stayed-dialog.tsx"));

/** A machine that stayed where it was, and why. */
export interface Stayed {
  readonly id: string;
  readonly name: string;
  readonly why: string;
}

type Asked =
  | { readonly kind: "where"; readonly machines: readonly Instance[] }
  | { readonly kind: "stayed"; readonly moved: number; readonly stayed: readonly Stayed[] };

export interface Moves {
  /** Asks where to. */
  readonly choose: (machines: readonly Instance[]) => void;
  /** Moves them at once. Throws what is no word about the machines, such as a lost connection. */
  readonly into: (target: Target, machines: readonly Instance[]) => Promise<void>;
  /** The same behind a plain button: shows what `into` would throw. */
  readonly press: (target: Target, machines: readonly Instance[]) => void;
  /** What `into` sends: one request for all that can be moved. */
  readonly code: (target: Target, machines: readonly Instance[]) => Requested;
  /** To be shown by the page. */
  readonly dialog: ReactNode;
}

export function useMoves(workspace: string): Moves {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const known = useKnownProjects(workspace);
  const whyNotMove = useWhyNotMove(workspace);
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);

  const changed = () =>
    refresh(client, instances.list, instances.view, projects.list, projects.view, projects.graph);

  /** Back to where each was. */
  const undo = async (machines: readonly Instance[]) => {
    try {
      for (const [id, group] of Map.groupBy(machines, ({ project }) => project?.id ?? "")) {
        const isDefault = known?.find((project) => project.id === id)?.isDefault === true;
        const { refused } = await moveMachines(workspace, { id, name: "", isDefault }, group);
        for (const { problem } of refused) throw problem;
      }
    } catch (error) {
      void toast({ tone: "bad", title: wordProblem(i18n, error) });
    }
    await changed();
  };

  const tell = ({ moved }: Outcome, target: Target) => {
    const [first] = moved;
    if (first === undefined) return;
    const name = target.name;
    const title =
      moved.length === 1
        ? t`${first.hostname} moved to ${name}`
        : t`${plural(moved.length, { one: "# instance", other: "# instances" })} moved to ${name}`;
    if (moved.every(({ project }) => project !== null && project.id !== target.id))
      reversible({ title, undoLabel: t`Undo`, undo: () => void undo(moved) });
    else void toast({ title });
  };

  const into = async (target: Target, machines: readonly Instance[]) => {
    const before = machines.map((machine) => ({ machine, why: whyNotMove(machine) }));
    const possible = before.filter(({ why }) => why === null).map(({ machine }) => machine);
    const outcome: Outcome =
      possible.length === 0
        ? { moved: [], refused: [] }
        : await moveMachines(workspace, target, possible);
    const stayed: Stayed[] = [
      ...before.flatMap(({ machine, why }) => (why === null ? [] : [{ machine, why }])),
      ...outcome.refused.map(({ machine, problem }) => ({
        machine,
        why: wordProblem(i18n, problem),
      })),
    ].map(({ machine: { id, hostname }, why }) => ({ id, name: hostname, why }));
    setAsked(stayed.length === 0 ? null : { kind: "stayed", moved: outcome.moved.length, stayed });
    tell(outcome, target);
    await changed();
  };

  const code = (target: Target, machines: readonly Instance[]) =>
    moveRequest(
      workspace,
      target,
      machines.filter((machine) => whyNotMove(machine) === null),
    );

  return {
    code,
    choose: (machines) => setAsked({ kind: "where", machines }),
    into,
    press: (target, machines) =>
      void into(target, machines).catch(
        (error: unknown) => void toast({ tone: "bad", title: wordProblem(i18n, error) }),
      ),
    dialog: asked !== null && (
      <Suspense>
        {asked.kind === "where" ? (
          <MoveDialog
            workspace={workspace}
            machines={asked.machines}
            onMove={(target) => into(target, asked.machines)}
            code={(target) => code(target, asked.machines)}
            onClose={close}
          />
        ) : (
          <StayedDialog moved={asked.moved} stayed={asked.stayed} onClose={close} />
        )}
      </Suspense>
    ),
  };
}

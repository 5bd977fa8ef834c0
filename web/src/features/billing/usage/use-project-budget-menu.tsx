import { useLingui } from "@lingui/react/macro";
import { type ReactNode, Suspense, useState } from "react";
import type { UsageGroup } from "#contracts/usage.ts";
import type { MenuEntryWithCode } from "../../../components/use-menu-code.ts";
import { lazyPart } from "../../../lib/browser/missing-code.ts";
import { useHasPermission } from "../../../lib/session/permissions.ts";
import { useRemoveBudget } from "../shared/use-remove-budget.ts";

const ProjectBudgetDialog = lazyPart(() => import("../shared/project-budget-dialog.tsx"));

interface ProjectBudgetMenu {
  /** The role may set budgets. */
  readonly isOffered: boolean;
  readonly entries: (group: UsageGroup) => readonly MenuEntryWithCode[];
  readonly dialog: ReactNode;
}

/** Changes of the budgets of projects, for a table of usage. A billing administrator has no page of a project for them. */
export function useProjectBudgetMenu(workspace: string): ProjectBudgetMenu {
  const { t } = useLingui();
  const isOffered = useHasPermission("billing.alert_manage");
  const remove = useRemoveBudget();
  const [chosen, setChosen] = useState<UsageGroup | null>(null);
  const entries = (group: UsageGroup): readonly MenuEntryWithCode[] => {
    const { kind, id, budget } = group;
    if (!isOffered || kind !== "project" || id === null) return [];
    return [
      {
        label: budget === null ? t`Set budget` : t`Change budget`,
        icon: "gauge",
        onSelect: () => setChosen(group),
      },
      ...(budget === null
        ? []
        : [
            {
              label: t`Remove budget`,
              icon: "trash" as const,
              ...remove.now({ path: { workspace, project: id } }),
            },
          ]),
    ];
  };
  const dialog = chosen !== null && chosen.id !== null && (
    <Suspense>
      <ProjectBudgetDialog
        workspace={workspace}
        project={{ id: chosen.id, name: chosen.name }}
        budget={chosen.budget}
        onClose={() => setChosen(null)}
      />
    </Suspense>
  );
  return { isOffered, entries, dialog };
}

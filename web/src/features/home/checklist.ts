import type { Overview } from "#contracts/workspaces.ts";
import { useHasPermission } from "../../lib/session/permissions.ts";
import { useSessionInfo } from "../../lib/session/session.ts";

/** Whether each step is done; null for steps that the user may not do. */
export interface Checklist {
  readonly email: boolean;
  readonly secondFactor: boolean;
  readonly key: boolean | null;
  readonly project: boolean | null;
  readonly instance: boolean | null;
}

export function useChecklist({ credentials, projects, instances }: Overview): Checklist {
  const { user } = useSessionInfo();
  const mayAddKey = useHasPermission("credential.create");
  const mayAddProject = useHasPermission("project.create");
  const mayCreate = useHasPermission("instance.create");
  const total = instances?.total ?? 0;
  const terminatedCount = instances?.byStatus["terminated"] ?? 0;
  return {
    // Sign-in requires a verified email.
    email: true,
    secondFactor: user.twoFactorEnabled,
    key: mayAddKey && credentials !== null ? credentials > 0 : null,
    // The default project always exists.
    project: mayAddProject && projects !== null ? projects > 1 : null,
    // Terminated instances count as well.
    instance: mayCreate && instances !== null ? total + terminatedCount > 0 : null,
  };
}

export const isComplete = (steps: Checklist): boolean => !Object.values(steps).includes(false);

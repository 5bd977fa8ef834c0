import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { projectActions } from "#contracts/actions/projects.ts";
import type { Project } from "#contracts/projects.ts";
import { useActionReason } from "../../components/use-action-denial.ts";
import { ProjectSelect } from "../../components/project-select.tsx";
import { projectQuery } from "./project-query.ts";

/** Consequences of a deletion, and the target project of its instances. */
export function DeleteConsequences({
  workspace,
  project,
  onTarget,
}: {
  workspace: string;
  project: Project;
  onTarget: (id: string) => void;
}) {
  const { t } = useLingui();
  const reasonFor = useActionReason();
  const [target, setTarget] = useState<string | null>(null);
  // The number of instances may change while the dialog is open.
  const { data = project } = useQuery(projectQuery(workspace, project.id));
  const count = data.instanceCount;
  return (
    <>
      <ul>
        <li>
          <Trans>The project and its description are permanently deleted.</Trans>
        </li>
        <li>
          {count === 0 ? (
            <Trans>It contains no instances.</Trans>
          ) : (
            <Plural
              value={count}
              one="# instance moves to the project you choose and keeps running."
              other="# instances move to the project you choose and keep running."
            />
          )}
        </li>
      </ul>
      {count > 0 && (
        <ProjectSelect
          workspace={workspace}
          label={t`Move its instances to`}
          disabledReason={(row) =>
            row.id === project.id
              ? t`This project is being deleted`
              : reasonFor(projectActions.removeInto, row)
          }
          isSelected={({ id }) => target === id}
          onChoose={({ id }) => {
            setTarget(id);
            onTarget(id);
          }}
        />
      )}
    </>
  );
}

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Project } from "#contracts/projects.ts";
import { useWhyNotInto } from "./may-move.ts";
import { ProjectPick } from "./project-pick.tsx";
import { projectQuery } from "./project-query.ts";

/** What follows from it, and where its machines go. */
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
  const whyNotInto = useWhyNotInto();
  const [target, setTarget] = useState<string | null>(null);
  // Machines come and go while this stands open.
  const { data = project } = useQuery(projectQuery(workspace, project.id));
  const count = data.instanceCount;
  return (
    <>
      <ul>
        <li>
          <Trans>The project and its description are gone for good.</Trans>
        </li>
        <li>
          {count === 0 ? (
            <Trans>No machine is in it.</Trans>
          ) : (
            <Plural
              value={count}
              one="# machine moves to the project you choose, and runs on untouched."
              other="# machines move to the project you choose, and run on untouched."
            />
          )}
        </li>
      </ul>
      {count > 0 && (
        <ProjectPick
          workspace={workspace}
          label={t`Move its machines to`}
          whyNot={(row) => (row.id === project.id ? t`This one is deleted` : whyNotInto(row))}
          isChosen={({ id }) => target === id}
          onChoose={({ id }) => {
            setTarget(id);
            onTarget(id);
          }}
        />
      )}
    </>
  );
}

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import type { ProjectGraph } from "#contracts/projects.ts";
import { formatHourlyRate } from "../../lib/i18n/format.ts";
import { useWorkspace } from "../../lib/session/permissions.ts";
import { Card } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { WorkspaceAvatar } from "../../ui/avatar.tsx";
import { InstanceStatus } from "../instances/shared/instance-status.tsx";
import { ProjectName } from "../../components/project-colour.tsx";
import styles from "./map.module.css";
import { MapTable } from "./map-table.tsx";
import { ToggleTableButton } from "../../components/toggle-table-button.tsx";

type ProjectNode = ProjectGraph["projects"][number];

interface MapTreeProps {
  readonly workspace: string;
  readonly projects: readonly ProjectNode[];
}

/** Tree of workspace, projects and instances, each with its hourly cost. */
export function MapTree({ workspace, projects }: MapTreeProps) {
  const { t } = useLingui();
  const { name, colour } = useWorkspace();
  const table = useId();
  const [asTable, setAsTable] = useState(false);
  const rate = formatHourlyRate(projects.reduce((all, each) => all + each.rateMicrosPerHour, 0));
  return (
    <Card
      title={t`Instances by project`}
      aside={<ToggleTableButton id={table} open={asTable} onToggle={setAsTable} />}
    >
      <div className={classNames(styles["twoColumns"], asTable && styles["open"])}>
        <div>
          <p className={styles["root"]}>
            <WorkspaceAvatar name={name} colour={colour} />
            <strong>{name}</strong>
            <span className={styles["rate"]}>
              <Trans>
                <b>{rate}</b>/hour
              </Trans>
            </span>
          </p>
          <ul className={styles["projects"]}>
            {projects.map((project) => (
              <ProjectSubtree key={project.id} workspace={workspace} project={project} />
            ))}
          </ul>
        </div>
        {asTable && (
          <div id={table} className={styles["table"]}>
            <MapTable workspace={workspace} projects={projects} />
          </div>
        )}
      </div>
    </Card>
  );
}

function ProjectSubtree({ workspace, project }: { workspace: string; project: ProjectNode }) {
  const { id, name, colour, instances, moreInstances, rateMicrosPerHour } = project;
  const count = instances.length + moreInstances;
  const params = { workspace, projectID: id };
  return (
    <li className={styles["project"]}>
      <div className={styles["node"]}>
        <Link to="/$workspace/projects/$projectID/instances" params={params}>
          <ProjectName name={name} colour={colour} />
        </Link>
        <span className={styles["subline"]}>
          <Plural value={count} _0="No instances" one="# instance" other="# instances" />
          <span className={styles["rate"]}>{formatHourlyRate(rateMicrosPerHour)}</span>
        </span>
      </div>
      {count > 0 && (
        <ul className={styles["instances"]}>
          {instances.map((instance) => (
            <li key={instance.id} className={styles["instance"]}>
              <Link
                to="/$workspace/instances/$instanceID"
                params={{ workspace, instanceID: instance.id }}
              >
                {instance.hostname}
              </Link>
              <span className={styles["subline"]}>
                <InstanceStatus status={instance.status} />
                <span className={styles["rate"]}>
                  {formatHourlyRate(instance.rateMicrosPerHour)}
                </span>
              </span>
            </li>
          ))}
          {moreInstances > 0 && (
            <li className={styles["more"]}>
              <Link to="/$workspace/projects/$projectID/instances" params={params}>
                <Plural value={moreInstances} one="# more instance" other="# more instances" />
              </Link>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}

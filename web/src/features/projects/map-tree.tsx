import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import type { ProjectGraph } from "#contracts/projects.ts";
import { formatHourlyRate } from "../../lib/i18n/format.ts";
import { useWorkspace } from "../../lib/session/permissions.ts";
import { Button } from "../../ui/button.tsx";
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
  readonly graph: ProjectGraph;
}

/** Numbers shown at first; a button shows the others. */
const firstProjects = 20;
const firstInstances = 8;

/** Tree of workspace, projects and instances, each with its hourly cost. */
export function MapTree({ workspace, graph }: MapTreeProps) {
  const { projects, moreProjects, rateMicrosPerHour } = graph;
  const { t } = useLingui();
  const { name, colour } = useWorkspace();
  const table = useId();
  const [asTable, setAsTable] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  const rate = formatHourlyRate(rateMicrosPerHour);
  const shown = showsAll ? projects : projects.slice(0, firstProjects);
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
            {shown.map((project) => (
              <ProjectSubtree key={project.id} workspace={workspace} project={project} />
            ))}
          </ul>
          {shown.length < projects.length && (
            <p className={styles["moreProjects"]}>
              <Button onClick={() => setShowsAll(true)}>
                <Plural value={projects.length} other="Show all # projects" />
              </Button>
            </p>
          )}
          {showsAll && moreProjects > 0 && (
            <p className={styles["moreProjects"]}>
              <Link to="/$workspace/projects" params={{ workspace }}>
                <Plural value={moreProjects} one="# more project" other="# more projects" />
              </Link>
            </p>
          )}
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
      {count > 0 && <Instances workspace={workspace} project={project} />}
    </li>
  );
}

/**
 * The first instances of a project. A button shows the others; if the response leaves some out, a link leads to the
 * list instead.
 */
function Instances({ workspace, project }: { workspace: string; project: ProjectNode }) {
  const { t } = useLingui();
  const { id, name, instances, moreInstances } = project;
  const [showsAll, setShowsAll] = useState(false);
  const list = useId();
  const isComplete = moreInstances === 0;
  // A single one more takes no more space than the button.
  const fits = isComplete && instances.length <= firstInstances + 1;
  const shown = showsAll || fits ? instances : instances.slice(0, firstInstances);
  const count = instances.length + moreInstances;
  return (
    <ul id={list} className={styles["instances"]}>
      {shown.map((instance) => (
        <li key={instance.id} className={styles["instance"]}>
          <Link
            to="/$workspace/instances/$instanceID"
            params={{ workspace, instanceID: instance.id }}
          >
            {instance.hostname}
          </Link>
          <span className={styles["subline"]}>
            <InstanceStatus status={instance.status} />
            <span className={styles["rate"]}>{formatHourlyRate(instance.rateMicrosPerHour)}</span>
          </span>
        </li>
      ))}
      {!fits && (
        <li className={styles["more"]}>
          {isComplete ? (
            <Button
              tone="subtle"
              aria-expanded={showsAll}
              aria-controls={list}
              aria-label={
                showsAll
                  ? t`Show fewer instances of ${name}`
                  : t`Show all ${count} instances of ${name}`
              }
              onClick={() => setShowsAll(!showsAll)}
            >
              {showsAll ? <Trans>Show fewer</Trans> : <Trans>Show all {count}</Trans>}
            </Button>
          ) : (
            <Link
              to="/$workspace/projects/$projectID/instances"
              params={{ workspace, projectID: id }}
              aria-label={t`Show all ${count} instances of ${name}`}
            >
              <Trans>Show all {count}</Trans>
            </Link>
          )}
        </li>
      )}
    </ul>
  );
}

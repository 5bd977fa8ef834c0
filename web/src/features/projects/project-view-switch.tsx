import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { classNames } from "../../ui/class-names.ts";
import { segmentedClass } from "../../ui/segmented.tsx";
import styles from "./project-view-switch.module.css";

type ProjectView = "list" | "map";

/** Switches between the list and the map of projects; the URL stores the selection. */
export function ProjectViewSwitch({ workspace, view }: { workspace: string; view: ProjectView }) {
  const { t } = useLingui();
  const to = (target: ProjectView, label: ReactNode) => (
    <Link
      to="/$workspace/projects"
      params={{ workspace }}
      search={target === "map" ? { view: target } : {}}
      activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
      aria-current={target === view ? "page" : undefined}
    >
      {label}
    </Link>
  );
  return (
    <nav className={classNames(segmentedClass, styles["switch"])} aria-label={t`View`}>
      {to("list", <Trans>List</Trans>)}
      {to("map", <Trans>Map</Trans>)}
    </nav>
  );
}

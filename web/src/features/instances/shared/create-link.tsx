import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ActionLink } from "../../../components/action-link.tsx";

/** The way to the order form, into a project where one is given. */
export function CreateLink({ workspace, project }: { workspace: string; project?: string }) {
  return (
    <ActionLink
      permission="instance.create"
      tone="primary"
      icon="plus"
      link={<Link to="/$workspace/instances/create" params={{ workspace }} search={{ project }} />}
    >
      <Trans>Create instance</Trans>
    </ActionLink>
  );
}

import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ActionLink } from "../../../components/action-link.tsx";

/** Link to the order form, optionally with a project. */
export function CreateLink({ workspace, project }: { workspace: string; project?: string }) {
  return (
    <ActionLink
      permission="instance.create"
      tone="primary"
      icon="plus"
      link={<Link to="/$workspace/cart" params={{ workspace }} search={{ project }} />}
    >
      <Trans>Create instance</Trans>
    </ActionLink>
  );
}

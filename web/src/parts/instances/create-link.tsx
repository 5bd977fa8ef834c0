import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ActionLink } from "../../blocks/action-link.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icons.tsx";

/** The way to the order form, into a project where one is given. */
export function CreateLink({ workspace, project }: { workspace: string; project?: string }) {
  const words = <Trans>Create instance</Trans>;
  return (
    <ActionLink
      permission="instance.create"
      tone="primary"
      icon="plus"
      link={
        <Link
          to="/$workspace/instances/create"
          params={{ workspace }}
          search={{ project }}
          className={buttonClass("primary")}
        >
          <Icon name="plus" />
          {words}
        </Link>
      }
    >
      {words}
    </ActionLink>
  );
}

/** Staff actions on a user: edit, impersonate, freeze, deactivate, restore, delete. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import type { User } from "#contracts/users.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { useMenuCode } from "../../components/use-menu-code.ts";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { useUserMenu } from "./user-menu.tsx";
import { useUserActionReasons } from "./user-action-reasons.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";

const loadEdit = () => import("./edit-user-dialog.tsx");
const loadImpersonate = () => import("./impersonate-dialog.tsx");
const dialogs = {
  edit: lazyPart(loadEdit),
  actAs: lazyPart(loadImpersonate),
  deleteForever: lazyPart(() => import("./delete-forever-dialog.tsx")),
};

export function UserActions({ user }: { user: User }) {
  const { t } = useLingui();
  const rules = useUserActionReasons(user);
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null);
  const Dialog = open === null ? null : dialogs[open];
  const entries = useUserMenu(user, rules, () => setOpen("deleteForever"));
  useMenuCode(() => entries);
  return (
    <>
      <ActionButton
        icon="eye"
        reason={rules.impersonate}
        onPointerEnter={() => void loadImpersonate()}
        onFocus={() => void loadImpersonate()}
        onClick={() => setOpen("actAs")}
      >
        <Trans>Act as user</Trans>
      </ActionButton>
      <ActionButton
        reason={rules.editDetails}
        onPointerEnter={() => void loadEdit()}
        onFocus={() => void loadEdit()}
        onClick={() => setOpen("edit")}
      >
        <Trans>Edit details</Trans>
      </ActionButton>
      <Menu entries={() => entries}>
        {(trigger) => (
          <Button {...trigger} icon="dots" aria-label={t`More actions`}>
            <Trans>More</Trans>
          </Button>
        )}
      </Menu>
      {Dialog !== null && (
        <Suspense>
          <Dialog user={user} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}

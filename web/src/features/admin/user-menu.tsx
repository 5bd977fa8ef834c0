import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { type User, users } from "#contracts/users.ts";
import type { RequestPreview } from "../../components/code-samples/request-preview.ts";
import type { ActionMenuEntry, MenuEntryWithCode } from "../../components/use-menu-code.ts";
import { openConfirmDialog, toastWithUndo } from "../../components/confirmation.ts";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { problemMessage } from "../../lib/i18n/messages.ts";
import { toast } from "../../ui/toast.ts";
import type { UserActionReasons } from "./user-action-reasons.ts";
import { userDisplayName } from "./shared/user-labels.tsx";

const invalidatedEndpoints = [users.view, users.list, users.noRole, users.count];

/** Actions that change a user's status; permanent deletion has a dialog of its own. */
export function useUserMenu(
  user: User,
  rules: UserActionReasons,
  onDeleteForever: () => void,
): MenuEntryWithCode[] {
  const { t } = useLingui();
  const freeze = useFreeze(user, rules);
  const leave = useDeactivate(user, rules);
  const twoFactor = useDisableTwoFactor(user, rules);
  return [
    freeze,
    leave,
    twoFactor,
    { kind: "rule" },
    {
      label: t`Delete permanently`,
      icon: "trash",
      tone: "danger",
      reason: rules.deleteForever,
      onSelect: onDeleteForever,
    },
  ];
}

/** A status change and its undo. */
function useStatusChange(user: User) {
  const { t, i18n } = useLingui();
  const update = useEndpointAction(users.update, { invalidates: invalidatedEndpoints });
  const restore = useEndpointAction(users.restore, { invalidates: invalidatedEndpoints });
  const path = { user: user.id };
  const setStatus = (status: "active" | "frozen" | "deactivated") => ({
    action: () => update.run({ path, body: { status } }),
    code: update.code({ path, body: { status } }),
  });
  /** Undoes the change from the toast. */
  const takeBack = async (
    title: string,
    act: () => Promise<unknown>,
    undoTo: "frozen" | "deactivated",
  ) => {
    try {
      await act();
    } catch (error) {
      return toast({ tone: "danger", title: problemMessage(i18n, error) });
    }
    toastWithUndo({
      title,
      undoLabel: t`Undo`,
      undo: () => void update.press({ path, body: { status: undoTo } }),
    });
  };
  const restored = { action: () => restore.run({ path }), code: restore.code({ path }) };
  return { setStatus, restored, takeBack };
}

function useFreeze(user: User, rules: UserActionReasons): ActionMenuEntry {
  const { t } = useLingui();
  const { setStatus, takeBack } = useStatusChange(user);
  const name = userDisplayName(user);
  if (user.status === "frozen") {
    const { action, code } = setStatus("active");
    return {
      label: t`Unlock`,
      icon: "key",
      reason: rules.unlock,
      onSelect: () => void takeBack(t`${name} unlocked`, action, "frozen"),
      code,
    };
  }
  const frozen = setStatus("frozen");
  return {
    code: frozen.code,
    label: t`Lock`,
    icon: "power",
    reason: rules.lock,
    onSelect: () =>
      confirmAndRun({
        title: t`Lock ${name}?`,
        confirmLabel: t`Lock ${name}`,
        text: (
          <Trans>
            All sessions of {user.email} end, and sign-in is blocked until the password is reset.
            Instances keep running.
          </Trans>
        ),
        done: t`${name} locked`,
        ...frozen,
      }),
  };
}

function useDeactivate(user: User, rules: UserActionReasons): ActionMenuEntry {
  const { t } = useLingui();
  const { setStatus, restored, takeBack } = useStatusChange(user);
  const name = userDisplayName(user);
  if (user.status === "deactivated")
    return {
      label: t`Restore`,
      icon: "refresh",
      reason: rules.restore,
      onSelect: () => void takeBack(t`${name} restored`, restored.action, "deactivated"),
      code: restored.code,
    };
  const deactivated = setStatus("deactivated");
  return {
    code: deactivated.code,
    label: t`Deactivate`,
    icon: "out",
    reason: rules.deactivate,
    onSelect: () =>
      confirmAndRun({
        title: t`Deactivate ${name}?`,
        confirmLabel: t`Deactivate ${name}`,
        text: (
          <Trans>
            All sessions and access tokens of {user.email} end, and the account can no longer be
            used to sign in. Instances keep running and are still billed. You can restore the
            account later.
          </Trans>
        ),
        done: t`${name} deactivated`,
        ...deactivated,
      }),
  };
}

function useDisableTwoFactor(user: User, rules: UserActionReasons): ActionMenuEntry {
  const { t } = useLingui();
  const update = useEndpointAction(users.update, { invalidates: invalidatedEndpoints });
  const name = userDisplayName(user);
  const off = { path: { user: user.id }, body: { twoFactor: "off" } } as const;
  return {
    label: t`Turn off two-factor authentication`,
    icon: "shield",
    reason: rules.disableTwoFactor,
    code: update.code(off),
    onSelect: () =>
      confirmAndRun({
        title: t`Turn off two-factor authentication for ${name}?`,
        confirmLabel: t`Turn off for ${name}`,
        text: (
          <Trans>
            After this, a password alone is enough to sign in as {user.email}. First make sure the
            request really comes from the account holder, because attackers ask for exactly this.
            We'll notify them by email.
          </Trans>
        ),
        done: t`Two-factor authentication turned off for ${name}`,
        action: () => update.run(off),
        code: update.code(off),
      }),
  };
}

interface DisruptiveAction {
  readonly title: string;
  readonly confirmLabel: string;
  readonly text: ReactNode;
  readonly done: string;
  readonly action: () => Promise<unknown>;
  readonly code: RequestPreview;
}

const confirmAndRun = ({ done, action, ...dialog }: DisruptiveAction): void =>
  openConfirmDialog({
    severity: "disruptive",
    ...dialog,
    action: async () => {
      await action();
      void toast({ title: done });
    },
  });

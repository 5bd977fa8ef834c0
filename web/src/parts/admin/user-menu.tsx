import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { type User, users } from "#contracts/users.ts";
import type { Requested } from "../../blocks/code/requested.ts";
import type { ActionEntry, CodedEntry } from "../../blocks/coded-entries.ts";
import { confirm, reversible } from "../../blocks/confirm.ts";
import { useAction } from "../../blocks/use-action.ts";
import { wordProblem } from "../../lib/wording.ts";
import { toast } from "../../ui/toast.ts";
import type { UserRules } from "./user-rules.ts";
import { nameOf } from "./user-words.tsx";

const changed = [users.view, users.list, users.noRole, users.count];

/** Actions that change a person's state; deleting for good has a dialog of its own. */
export function useUserMenu(
  user: User,
  rules: UserRules,
  onDeleteForever: () => void,
): CodedEntry[] {
  const { t } = useLingui();
  const freeze = useFreeze(user, rules);
  const leave = useDeactivate(user, rules);
  const twoFactor = useTwoFactorOff(user, rules);
  return [
    freeze,
    leave,
    twoFactor,
    { kind: "rule" },
    {
      label: t`Delete for good`,
      icon: "trash",
      tone: "danger",
      reason: rules.deleteForever,
      onSelect: onDeleteForever,
    },
  ];
}

/** A change of state, and what takes it back. */
function useStatusChange(user: User) {
  const { t, i18n } = useLingui();
  const update = useAction(users.update, { refreshes: changed });
  const restore = useAction(users.restore, { refreshes: changed });
  const path = { user: user.id };
  const setStatus = (status: "active" | "frozen" | "deactivated") => ({
    action: () => update.run({ path, body: { status } }),
    code: update.code({ path, body: { status } }),
  });
  /** At once, with its undo in the toast. */
  const takeBack = async (
    title: string,
    act: () => Promise<unknown>,
    undoTo: "frozen" | "deactivated",
  ) => {
    try {
      await act();
    } catch (error) {
      return toast({ tone: "bad", title: wordProblem(i18n, error) });
    }
    reversible({
      title,
      undoLabel: t`Undo`,
      undo: () => void update.press({ path, body: { status: undoTo } }),
    });
  };
  const restored = { action: () => restore.run({ path }), code: restore.code({ path }) };
  return { setStatus, restored, takeBack };
}

function useFreeze(user: User, rules: UserRules): ActionEntry {
  const { t } = useLingui();
  const { setStatus, takeBack } = useStatusChange(user);
  const name = nameOf(user);
  if (user.status === "frozen") {
    const { action, code } = setStatus("active");
    return {
      label: t`Thaw`,
      icon: "key",
      reason: rules.status,
      onSelect: () => void takeBack(t`${name} is thawed`, action, "frozen"),
      code,
    };
  }
  const frozen = setStatus("frozen");
  return {
    code: frozen.code,
    label: t`Freeze`,
    icon: "power",
    reason: rules.status ?? (user.status === "deactivated" ? t`The account is deactivated` : null),
    onSelect: () =>
      ask({
        title: t`Freeze ${name}?`,
        verb: t`Freeze ${name}`,
        text: (
          <Trans>
            Every session of {user.email} ends, and signing in is blocked until the password is
            reset. Machines keep running.
          </Trans>
        ),
        done: t`${name} is frozen`,
        ...frozen,
      }),
  };
}

function useDeactivate(user: User, rules: UserRules): ActionEntry {
  const { t } = useLingui();
  const { setStatus, restored, takeBack } = useStatusChange(user);
  const name = nameOf(user);
  if (user.status === "deactivated")
    return {
      label: t`Restore`,
      icon: "refresh",
      reason: rules.restore,
      onSelect: () => void takeBack(t`${name} is restored`, restored.action, "deactivated"),
      code: restored.code,
    };
  const deactivated = setStatus("deactivated");
  return {
    code: deactivated.code,
    label: t`Deactivate`,
    icon: "out",
    reason: rules.status,
    onSelect: () =>
      ask({
        title: t`Deactivate ${name}?`,
        verb: t`Deactivate ${name}`,
        text: (
          <Trans>
            Every session and token of {user.email} ends, and nobody signs in with it any more.
            Machines keep running and are billed on. It can be restored.
          </Trans>
        ),
        done: t`${name} is deactivated`,
        ...deactivated,
      }),
  };
}

function useTwoFactorOff(user: User, rules: UserRules): ActionEntry {
  const { t } = useLingui();
  const update = useAction(users.update, { refreshes: changed });
  const name = nameOf(user);
  const off = { path: { user: user.id }, body: { twoFactor: "off" } } as const;
  return {
    label: t`Turn the second factor off`,
    icon: "shield",
    reason: rules.twoFactorOff,
    code: update.code(off),
    onSelect: () =>
      ask({
        title: t`Turn off the second factor of ${name}?`,
        verb: t`Turn it off for ${name}`,
        text: (
          <Trans>
            From then on the password alone opens {user.email}. Make sure first that it is they who
            ask: this is what a thief would ask for. They are told by mail.
          </Trans>
        ),
        done: t`The second factor of ${name} is off`,
        action: () => update.run(off),
        code: update.code(off),
      }),
  };
}

interface Interruption {
  readonly title: string;
  readonly verb: string;
  readonly text: ReactNode;
  readonly done: string;
  readonly action: () => Promise<unknown>;
  readonly code: Requested;
}

const ask = ({ done, action, ...words }: Interruption): void =>
  confirm({
    habit: "interrupting",
    ...words,
    action: async () => {
      await action();
      void toast({ title: done });
    },
  });

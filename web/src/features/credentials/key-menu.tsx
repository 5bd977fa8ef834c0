import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { credentialActions } from "#contracts/actions/credentials.ts";
import { credentials, type ListedCredential } from "#contracts/credentials.ts";
import { workspaces } from "#contracts/workspaces.ts";
import type { MenuEntryWithCode } from "../../components/use-menu-code.ts";
import { openConfirmDialog, toastWithUndo } from "../../components/confirmation.ts";
import { useActionDenial, useActionReason } from "../../components/use-action-denial.ts";
import type { ListActions } from "../../components/table-page.tsx";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import type { QueryDefinition } from "../../lib/api/api-client.ts";
import { problemMessage } from "../../lib/i18n/messages.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { toast } from "../../ui/toast.ts";
import { useCopy } from "../../ui/use-copy.ts";

const ReplaceDefaultDialog = lazyPart(() => import("./replace-default-dialog.tsx"));

interface CredentialPage {
  readonly data: readonly ListedCredential[];
}

interface KeyMenu {
  readonly entries: (key: ListedCredential, rows: ListActions) => readonly MenuEntryWithCode[];
  readonly dialog: ReactNode;
}

/** Row menu of a key; `list` is the page's query, used to find the previous default key. */
export function useKeyMenu(workspace: string, list: QueryDefinition<CredentialPage>): KeyMenu {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const denialOf = useActionDenial();
  const reasonFor = useActionReason();
  const [replacing, setReplacing] = useState<{ key: ListedCredential; rows: ListActions } | null>(
    null,
  );
  const setDefault = useEndpointAction(credentials.setDefault, { invalidates: [credentials.list] });
  const remove = useEndpointAction(credentials.remove, { invalidates: [] });

  const toPath = ({ id }: ListedCredential) => ({ path: { workspace, credential: id } });
  const makeDefault = async (key: ListedCredential) => {
    const former = client
      .getQueryData<CredentialPage>(list.queryKey)
      ?.data.find(({ isDefault }) => isDefault);
    try {
      await setDefault.run(toPath(key));
    } catch (error) {
      return toast({ tone: "danger", title: problemMessage(i18n, error) });
    }
    const title = t`${key.name} is now the default key`;
    if (former === undefined) return toast({ title });
    toastWithUndo({
      title,
      undoLabel: t`Undo`,
      undo: () => void setDefault.press(toPath(former)),
    });
  };
  const askDelete = (key: ListedCredential, rows: ListActions) =>
    openConfirmDialog({
      severity: "destructive",
      title: t`Delete SSH key ${key.name}?`,
      confirmLabel: t`Delete ${key.name}`,
      name: key.name,
      consequences: <Consequences credential={key} />,
      action: async () => {
        await remove.run(toPath(key));
        void toast({ title: t`SSH key ${key.name} deleted` });
        await rows.removed(workspaces.overview);
      },
      code: remove.code(toPath(key)),
    });
  const write = useCopy();
  const copy = async (key: ListedCredential) => {
    if (await write(key.publicKey ?? "")) void toast({ title: t`Public key ${key.name} copied` });
  };

  const defaultReason = (key: ListedCredential) => reasonFor(credentialActions.setDefault, key);
  /** The default key can be deleted only after another key became the default, which the user may choose. */
  const mustBeReplaced = (key: ListedCredential) =>
    denialOf(credentialActions.remove, key)?.code === "default_key_needed" &&
    denialOf(credentialActions.setDefault, { isDefault: false }) === null;
  const deleteReason = (key: ListedCredential) =>
    mustBeReplaced(key) ? null : reasonFor(credentialActions.remove, key);

  const entries = (key: ListedCredential, rows: ListActions): readonly MenuEntryWithCode[] => [
    { label: t`Copy public key`, icon: "copy", onSelect: () => void copy(key) },
    {
      label: t`Make default`,
      icon: "check",
      reason: defaultReason(key),
      onSelect: () => void makeDefault(key),
      code: setDefault.code(toPath(key)),
    },
    { kind: "rule" },
    {
      label: t`Delete`,
      icon: "trash",
      tone: "danger",
      reason: deleteReason(key),
      onSelect: () => (mustBeReplaced(key) ? setReplacing({ key, rows }) : askDelete(key, rows)),
      code: remove.code(toPath(key)),
    },
  ];
  const dialog = replacing !== null && (
    <Suspense>
      <ReplaceDefaultDialog
        workspace={workspace}
        credential={replacing.key}
        makeDefault={(next) => setDefault.run(toPath(next))}
        code={(next) => setDefault.code(toPath(next))}
        onClose={() => setReplacing(null)}
        onDone={() => {
          setReplacing(null);
          askDelete(replacing.key, replacing.rows);
        }}
      />
    </Suspense>
  );
  return { entries, dialog };
}

function Consequences({
  credential: { fingerprintSha256, usedByCount },
}: {
  credential: ListedCredential;
}) {
  return (
    <>
      <p>
        <code style={{ overflowWrap: "anywhere" }}>{fingerprintSha256}</code>
      </p>
      <ul>
        <li>
          <Trans>It can no longer be added to new instances.</Trans>
        </li>
        {usedByCount > 0 && (
          <li>
            <Plural
              value={usedByCount}
              one="# instance was created with this key and still accepts it. To block access, remove the key from that instance too."
              other="# instances were created with this key and still accept it. To block access, remove the key from those instances too."
            />
          </li>
        )}
      </ul>
    </>
  );
}

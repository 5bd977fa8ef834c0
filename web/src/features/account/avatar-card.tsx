import { Trans, useLingui } from "@lingui/react/macro";
import { Suspense, useRef, useState } from "react";
import { account } from "#contracts/account.ts";
import { completePreview } from "../../components/code-samples/request-preview.ts";
import { CodeButton } from "../../components/code-button.tsx";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { refetchSession, useSessionInfo } from "../../lib/session/session.ts";
import { fullName } from "../../lib/session/signed-in.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Callout } from "../../ui/feedback.tsx";
import styles from "./account.module.css";

const loadDialog = () => import("./avatar-dialog.tsx");
const AvatarDialog = lazyPart(loadDialog);

export function AvatarCard() {
  const { t } = useLingui();
  const { user } = useSessionInfo();
  const file = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const remove = useEndpointAction(account.update, {
    invalidates: [],
    successMessage: () => t`Profile picture removed`,
  });
  const input = { body: { attribute: "avatar", image: null } } as const;
  const selectFile = async (selected: File) => {
    try {
      setUnreadable(false);
      setPicture(await createImageBitmap(selected));
    } catch {
      setUnreadable(true);
    }
  };
  return (
    <Card title={<Trans>Profile picture</Trans>}>
      <div className={styles["avatar"]}>
        <Avatar name={fullName(user)} src={user.avatarUrl} large />
        {isUnreadable && (
          <Callout tone="danger">
            <Trans>We can't read this file as an image. Choose a PNG, JPEG, or WebP file.</Trans>
          </Callout>
        )}
        <div className={styles["actions"]}>
          <Button
            onPointerEnter={() => void loadDialog()}
            onFocus={() => void loadDialog()}
            onClick={() => file.current?.click()}
          >
            {user.avatarUrl === null ? t`Upload picture` : t`Change picture`}
          </Button>
          {user.avatarUrl !== null && (
            <Button
              busy={remove.busy}
              onClick={() => {
                void remove.press(input).then(() => refetchSession());
              }}
            >
              <Trans>Remove</Trans>
            </Button>
          )}
          {user.avatarUrl !== null && (
            <CodeButton
              label={t`Remove picture`}
              requested={() => completePreview(remove.code(input))}
            />
          )}
        </div>
        <input
          ref={file}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          aria-label={t`Image file`}
          hidden
          onChange={({ currentTarget }) => {
            const [selected] = currentTarget.files ?? [];
            if (selected !== undefined) void selectFile(selected);
            // Allows the same file to be selected again.
            currentTarget.value = "";
          }}
        />
      </div>
      {picture !== null && (
        <Suspense>
          <AvatarDialog picture={picture} onClose={() => setPicture(null)} />
        </Suspense>
      )}
    </Card>
  );
}

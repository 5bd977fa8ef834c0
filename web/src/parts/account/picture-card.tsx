import { Trans, useLingui } from "@lingui/react/macro";
import { Suspense, useRef, useState } from "react";
import { account } from "#contracts/account.ts";
import { whole } from "../../blocks/code/requested.ts";
import { ShowCode } from "../../blocks/show-code.tsx";
import { useAction } from "../../blocks/use-action.ts";
import { reloadSelf, useSelf } from "../../lib/session.ts";
import { fullName } from "../../lib/signed-in.ts";
import { lazyPart } from "../../lib/missing-code.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Avatar } from "../../ui/mark.tsx";
import { Callout } from "../../ui/notices.tsx";
import styles from "./account.module.css";

const loadDialog = () => import("./picture-dialog.tsx");
const PictureDialog = lazyPart(loadDialog);

export function PictureCard() {
  const { t } = useLingui();
  const { user } = useSelf();
  const file = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const remove = useAction(account.update, {
    refreshes: [],
    done: () => t`Profile picture removed`,
  });
  const input = { body: { attribute: "avatar", image: null } } as const;
  const take = async (chosen: File) => {
    try {
      setUnreadable(false);
      setPicture(await createImageBitmap(chosen));
    } catch {
      setUnreadable(true);
    }
  };
  return (
    <Card title={<Trans>Profile picture</Trans>}>
      <div className={styles["picture"]}>
        <Avatar name={fullName(user)} src={user.avatarUrl} large />
        {isUnreadable && (
          <Callout tone="bad">
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
                void remove.press(input).then(() => reloadSelf());
              }}
            >
              <Trans>Remove</Trans>
            </Button>
          )}
          {user.avatarUrl !== null && (
            <ShowCode compact requested={() => whole(remove.code(input))} />
          )}
        </div>
        <input
          ref={file}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          aria-label={t`Image file`}
          hidden
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            if (chosen !== undefined) void take(chosen);
            // The same file can be chosen again.
            currentTarget.value = "";
          }}
        />
      </div>
      {picture !== null && (
        <Suspense>
          <PictureDialog picture={picture} onClose={() => setPicture(null)} />
        </Suspense>
      )}
    </Card>
  );
}

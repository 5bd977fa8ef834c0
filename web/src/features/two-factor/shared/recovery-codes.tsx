import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { brand } from "../../../brand.ts";
import { saveTextFile } from "../../../lib/browser/save-file.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/field.tsx";
import { useCopy } from "../../../ui/use-copy.ts";
import styles from "../two-factor.module.css";

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  /** Whose they are: in the name and the head of the file. */
  readonly email: string;
  /** The word on the button that goes on, possible once they are said to be saved. */
  readonly done: ReactNode;
  readonly onDone: () => void;
}

/** Shown this once: to copy or to keep as a file, before anything else goes on. */
export function RecoveryCodes({ codes, email, done, onDone }: RecoveryCodesProps) {
  const { t } = useLingui();
  const [saved, setSaved] = useState(false);
  const [copied, setCopied] = useState(false);
  const write = useCopy();
  const lines = codes.join("\n");
  const copy = async () => {
    setCopied(await write(lines));
  };
  const download = () =>
    saveTextFile(
      `${brand.name.toLowerCase()}-recovery-codes.txt`,
      `${brand.name}, ${email}\n\n${lines}\n`,
    );
  return (
    <div className={styles["savedConfirmation"]}>
      <p>
        <Trans>
          Each code lets you sign in once if you lose your authenticator app. You won't see these
          codes again.
        </Trans>
      </p>
      <ul className={styles["codes"]} aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>
            <code translate="no">{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles["actions"]}>
        <Button icon={copied ? "check" : "copy"} onClick={() => void copy()}>
          {copied ? t`Copied` : t`Copy all`}
        </Button>
        <Button icon="download" onClick={download}>
          <Trans>Download</Trans>
        </Button>
      </div>
      <Checkbox
        id="recovery-codes-saved"
        name="recovery-codes-saved"
        value={saved}
        onChange={setSaved}
        label={t`I've saved them`}
      />
      <div className={styles["actions"]}>
        <Button tone="primary" disabled={!saved} onClick={onDone}>
          {done}
        </Button>
      </div>
    </div>
  );
}

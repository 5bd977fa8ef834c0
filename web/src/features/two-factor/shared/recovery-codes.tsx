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
  /** Email of the account, for the file's name and header. */
  readonly email: string;
  /** Label of the button that continues, enabled once the user confirms that the codes are saved. */
  readonly done: ReactNode;
  readonly onDone: () => void;
}

/** Shows recovery codes once, to copy or save as a file before continuing. */
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

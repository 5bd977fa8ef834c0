import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { brand } from "../../brand.ts";
import { saveText } from "../../lib/save-text.ts";
import { authStyles as styles } from "../../shell/auth-form.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/facts.tsx";
import { Checkbox } from "../../ui/field.tsx";

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onSaved: () => void;
}

/** Shown this once: whoever goes on has said that they are kept. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const { t } = useLingui();
  const [saved, setSaved] = useState(false);
  const [asked, setAsked] = useState(false);
  const text = codes.join("\n");
  const fileName = `${brand.name.toLowerCase()}-recovery-codes.txt`;
  return (
    <>
      <ol className={styles["codes"]} aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles["row"]}>
        <Button onClick={() => saveText(fileName, `${text}\n`)}>
          <Trans>Download as a file</Trans>
        </Button>
        <CopyButton text={text} what={t`the codes`} />
      </div>
      <Checkbox
        id="codes-saved"
        name="saved"
        value={saved}
        onChange={setSaved}
        invalid={asked && !saved}
        error={asked && !saved ? t`Save them first: they are not shown again` : undefined}
        label={<Trans>I saved them</Trans>}
      />
      <Button
        tone="primary"
        wide
        onClick={() => {
          setAsked(true);
          if (saved) onSaved();
          else document.getElementById("codes-saved")?.focus();
        }}
      >
        <Trans>Go on</Trans>
      </Button>
    </>
  );
}

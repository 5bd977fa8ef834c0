import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { auth } from "#contracts/auth.ts";
import { call } from "../../lib/client.ts";
import { useOnce } from "../../lib/use-once.ts";
import { wordProblem } from "../../lib/wording.ts";
import { authStyles as styles } from "../../shell/auth-form.tsx";
import { Button } from "../../ui/button.tsx";
import { Field, type FieldTies, type InputTies } from "../../ui/field.tsx";
import { Bone, Callout } from "../../ui/notices.tsx";
import { CodeInput } from "../two-factor/code-input.tsx";
import { SecretSetup } from "../two-factor/secret-line.tsx";

interface ProtectAccountProps {
  readonly secret: string;
  readonly onSecret: (secret: string) => void;
  readonly account: string;
  readonly code: { readonly field: FieldTies; readonly input: InputTies<string> };
}

/** The inside of "Protect my account now": asks for a secret where there is none yet. */
export function ProtectAccount({ secret, onSecret, account, code }: ProtectAccountProps) {
  const { t, i18n } = useLingui();
  const [failure, setFailure] = useState<string | null>(null);
  const ask = async () => {
    setFailure(null);
    try {
      onSecret((await call(auth.newSecret, {})).secret);
    } catch (error) {
      setFailure(wordProblem(i18n, error));
    }
  };
  useOnce(() => {
    if (secret === "") void ask();
  });
  const renew = (
    <Button onClick={() => void ask()}>
      <Trans>Get a new setup key</Trans>
    </Button>
  );
  if (failure !== null)
    return (
      <Callout tone="bad" action={renew}>
        {failure}
      </Callout>
    );
  return (
    <>
      {secret === "" ? (
        <Bone height={128} />
      ) : (
        <SecretSetup secret={secret} email={account === "" ? t`My account` : account} />
      )}
      <Field
        {...code.field}
        help={t`Enter the 6-digit code shown in the app, or leave empty to skip.`}
      >
        <CodeInput {...code.input} />
      </Field>
      {code.input.invalid === true && <div className={styles["row"]}>{renew}</div>}
    </>
  );
}

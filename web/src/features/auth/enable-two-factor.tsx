import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { auth } from "#contracts/auth.ts";
import { request } from "../../lib/api/api-client.ts";
import { useOnMount } from "../../lib/hooks/use-on-mount.ts";
import { problemMessage } from "../../lib/i18n/messages.ts";
import { authStyles as styles } from "./shared/auth-form.tsx";
import { Button } from "../../ui/button.tsx";
import { Field, type FieldBinding, type InputBinding } from "../../ui/field.tsx";
import { Skeleton, Callout } from "../../ui/feedback.tsx";
import { CodeInput } from "../two-factor/shared/code-input.tsx";
import { SecretSetup } from "../two-factor/shared/secret-setup.tsx";

interface EnableTwoFactorProps {
  readonly secret: string;
  readonly onSecret: (secret: string) => void;
  readonly account: string;
  readonly code: { readonly field: FieldBinding; readonly input: InputBinding<string> };
}

/** Content of "Protect my account now": requests a TOTP secret if there is none yet. */
export function EnableTwoFactor({ secret, onSecret, account, code }: EnableTwoFactorProps) {
  const { t, i18n } = useLingui();
  const [failure, setFailure] = useState<string | null>(null);
  const requestSecret = async () => {
    setFailure(null);
    try {
      onSecret((await request(auth.newSecret, {})).secret);
    } catch (error) {
      setFailure(problemMessage(i18n, error));
    }
  };
  useOnMount(() => {
    if (secret === "") void requestSecret();
  });
  const renew = (
    <Button onClick={() => void requestSecret()}>
      <Trans>Get a new setup key</Trans>
    </Button>
  );
  if (failure !== null)
    return (
      <Callout tone="danger" action={renew}>
        {failure}
      </Callout>
    );
  return (
    <>
      {secret === "" ? (
        <Skeleton height={128} />
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

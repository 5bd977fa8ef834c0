import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { SessionInfo } from "#contracts/auth.ts";
import type { SignInProvider } from "#contracts/sign-in-factors.ts";
import { redirectToProvider, providerNames } from "../../lib/session/oauth.ts";
import { useSupportsPasskeys } from "./shared/passkeys.ts";
import { ProviderMark } from "./provider-mark.tsx";
import { problemMessage } from "../../lib/i18n/messages.ts";
import { authStyles as styles } from "./shared/auth-form.tsx";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/feedback.tsx";

/** Sign-in methods without a password; renders nothing without any. The list is loaded before the page is shown. */
export function AlternativeSignIn({
  providers,
  onPasskey,
}: {
  providers: readonly SignInProvider[];
  onPasskey?: (self: SessionInfo) => Promise<void>;
}) {
  const { t, i18n } = useLingui();
  const [busy, setBusy] = useState<SignInProvider | "passkey" | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const canUsePasskeys = useSupportsPasskeys();
  const hasPasskey = onPasskey !== undefined && canUsePasskeys;
  const go = async (way: SignInProvider | "passkey", run: () => Promise<void>) => {
    setBusy(way);
    setFailure(null);
    try {
      await run();
      // The browser is leaving for the provider, so the button stays busy.
      if (way !== "passkey") return;
    } catch (error) {
      setFailure(problemMessage(i18n, error));
    }
    setBusy(null);
  };
  const withPasskey = async () => {
    const { signInWithPasskey } = await import("./shared/passkey-sign-in.ts");
    const self = await signInWithPasskey();
    if (self === null) setFailure(t`No passkey was used.`);
    else await onPasskey?.(self);
  };
  if (providers.length === 0 && !hasPasskey) return null;
  return (
    <>
      <div className={styles["alternatives"]}>
        {failure !== null && <Callout tone="danger">{failure}</Callout>}
        {providers.map((provider) => (
          <Button
            key={provider}
            wide
            busy={busy === provider}
            onClick={() => void go(provider, () => redirectToProvider(provider, "sign-in"))}
          >
            {busy !== provider && <ProviderMark provider={provider} />}
            <Trans>Continue with {providerNames[provider]}</Trans>
          </Button>
        ))}
        {hasPasskey && (
          <Button
            wide
            icon="key"
            busy={busy === "passkey"}
            onClick={() => void go("passkey", withPasskey)}
          >
            <Trans>Continue with passkey</Trans>
          </Button>
        )}
      </div>
      <p className={styles["divider"]}>
        <Trans>or</Trans>
      </p>
    </>
  );
}

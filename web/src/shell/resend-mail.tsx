import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { auth } from "#contracts/auth.ts";
import { call } from "../lib/client.ts";
import { useCountdown } from "../lib/use-countdown.ts";
import { wordProblem } from "../lib/wording.ts";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/notices.tsx";

const pauseSeconds = 60;

/** Sends the verification mail again, once a minute at most. */
export function ResendMail({ email, sent = false }: { email: string; sent?: boolean }) {
  const [round, setRound] = useState(0);
  return (
    <Resend
      key={round}
      email={email}
      waits={sent || round > 0}
      onSent={() => setRound(round + 1)}
    />
  );
}

function Resend({ email, waits, onSent }: { email: string; waits: boolean; onSent: () => void }) {
  const { t, i18n } = useLingui();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const left = useCountdown(waits ? pauseSeconds : 0);
  const send = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await call(auth.resendVerification, { body: { email } });
      onSent();
    } catch (error) {
      setFailure(wordProblem(i18n, error));
      setBusy(false);
    }
  };
  return (
    <>
      {failure !== null && <Callout tone="bad">{failure}</Callout>}
      <Button wide busy={busy} disabled={left > 0} onClick={() => void send()}>
        {left > 0 ? t`Send it again in ${left} s` : <Trans>Send it again</Trans>}
      </Button>
    </>
  );
}

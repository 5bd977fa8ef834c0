import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useCountdown } from "../../../lib/hooks/use-countdown.ts";
import { problemMessage } from "../../../lib/i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { Callout } from "../../../ui/feedback.tsx";

const resendIntervalSeconds = 60;

interface ResendProps {
  readonly send: () => Promise<unknown>;
  /** An email has already been sent. */
  readonly sent?: boolean;
  readonly onSent?: () => void;
  /** Handles a problem; true when nothing is left to show. */
  readonly onProblem?: (error: unknown) => boolean;
}

/** Resends an email, at most once a minute. */
export function ResendEmailButton({ sent = false, onSent, ...rest }: ResendProps) {
  const [round, setRound] = useState(0);
  return (
    <Resend
      {...rest}
      key={round}
      waits={sent || round > 0}
      onSent={() => {
        setRound(round + 1);
        onSent?.();
      }}
    />
  );
}

interface ResendRoundProps extends Omit<ResendProps, "sent"> {
  readonly waits: boolean;
  readonly onSent: () => void;
}

function Resend({ send, waits, onSent, onProblem }: ResendRoundProps) {
  const { t, i18n } = useLingui();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const left = useCountdown(waits ? resendIntervalSeconds : 0);
  const press = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await send();
      onSent();
    } catch (error) {
      setBusy(false);
      if (onProblem?.(error) !== true) setFailure(problemMessage(i18n, error));
    }
  };
  return (
    <>
      {failure !== null && <Callout tone="danger">{failure}</Callout>}
      <Button wide busy={busy} disabled={left > 0} onClick={() => void press()}>
        {left > 0 ? t`Resend in ${left} s` : <Trans>Resend email</Trans>}
      </Button>
    </>
  );
}

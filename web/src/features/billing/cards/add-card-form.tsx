import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type PaymentMethod, payments } from "#contracts/payments.ts";
import { invalidate, request } from "../../../lib/api/api-client.ts";
import { type CardInput, hasCardForm } from "../../../lib/browser/card-gateway.ts";
import { problemMessage } from "../../../lib/i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldNotes } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast.ts";
import { cardErrorMessage } from "./card-errors.ts";
import { NoCardForm } from "./no-card-form.tsx";
import { CardField } from "./card-field.tsx";
import { cardName } from "#contracts/card-names.ts";
import styles from "./cards.module.css";

interface AddCardFormProps {
  readonly workspace: string;
  readonly onSaved: (card: PaymentMethod) => void | Promise<void>;
  /** What saving the card does besides; default: `Save card`. */
  readonly submitLabel?: string;
  /** A button beside the one that saves. */
  readonly cancel?: ReactNode;
}

/** Enters a card, has the bank confirm it, and saves it. */
export function AddCardForm({ workspace, onSaved, submitLabel, cancel }: AddCardFormProps) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const [input, setInput] = useState<CardInput | null>(null);
  const [isComplete, setComplete] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const save = async () => {
    if (busy || input === null) return;
    if (!isComplete) {
      setError(t`Enter the number, the expiration date, and the security code of the card`);
      input.focus();
      return;
    }
    setBusy(true);
    setError(null);
    try {
      const path = { workspace };
      const started = await request(payments.initialize3ds, { path, body: { purpose: "setup" } });
      const result = await input.confirmSetup(started.clientSecret);
      if (!result.isConfirmed) {
        setError(i18n._(cardErrorMessage(result.code)));
        return;
      }
      const card = await request(payments.addPaymentMethod, {
        path,
        body: { setupIntentId: started.intentId },
      });
      const name = cardName(card);
      void toast({ title: t`Card ${name} saved` });
      await invalidate(client, payments.listPaymentMethods);
      await onSaved(card);
    } catch (problem) {
      setError(problemMessage(i18n, problem));
    } finally {
      setBusy(false);
    }
  };
  if (!hasCardForm()) return <NoCardForm />;
  return (
    <form
      className={styles["form"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <CardField
        invalid={error !== null}
        onReady={setInput}
        onChange={(complete) => {
          setComplete(complete);
          setError(null);
        }}
      />
      {error !== null && (
        <div role="alert">
          <FieldNotes id="card-number" error={error} />
        </div>
      )}
      <p className={styles["note"]}>
        <Trans>
          Stripe takes the card details. Boreal keeps the brand, the last four digits, and the
          expiration date. Your bank may ask you to confirm.
        </Trans>
      </p>
      <div className={styles["actions"]}>
        <Button tone="primary" type="submit" busy={busy}>
          {submitLabel ?? <Trans>Save card</Trans>}
        </Button>
        {cancel}
      </div>
    </form>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { paymentMethodActions } from "#contracts/actions/payment-methods.ts";
import { type PaymentMethod, payments } from "#contracts/payments.ts";
import { ActionButton } from "../../../components/action-button.tsx";
import { openConfirmDialog } from "../../../components/confirmation.ts";
import { useActionReason } from "../../../components/use-action-denial.ts";
import { useEndpointAction } from "../../../components/use-endpoint-action.ts";
import { useHasPermission } from "../../../lib/session/permissions.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Badge } from "../../../ui/status.tsx";
import { AddCardForm } from "./add-card-form.tsx";
import { cardName } from "#contracts/card-names.ts";
import styles from "./cards.module.css";

/** The saved cards, the default first. */
export function CardsCard({
  workspace,
  cards,
  isEnteredElsewhere,
}: {
  workspace: string;
  cards: readonly PaymentMethod[];
  /** Another part of the page asks for the first card. */
  isEnteredElsewhere: boolean;
}) {
  const { t } = useLingui();
  const mayManage = useHasPermission("billing.payment_method_manage");
  const [isAdding, setAdding] = useState(cards.length === 0 && !isEnteredElsewhere);
  const sorted = cards.toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault));
  const isFormShown = mayManage && (isAdding || (cards.length === 0 && !isEnteredElsewhere));
  return (
    <Card
      title={t`Cards`}
      aside={
        mayManage &&
        !isFormShown && (
          <Button icon="plus" onClick={() => setAdding(true)}>
            <Trans>Add card</Trans>
          </Button>
        )
      }
    >
      {cards.length === 0 && (
        <p className={styles["empty"]}>
          <Trans>
            No card yet. A card pays invoices when they are issued, and tops up your balance.
          </Trans>
        </p>
      )}
      {cards.length > 0 && (
        <ul className={styles["cards"]}>
          {sorted.map((card) => (
            <CardRow key={card.id} workspace={workspace} card={card} />
          ))}
        </ul>
      )}
      {isFormShown && (
        <div className={styles["add"]}>
          <h3>
            <Trans>Add a card</Trans>
          </h3>
          <AddCardForm
            workspace={workspace}
            onSaved={() => setAdding(false)}
            cancel={
              cards.length > 0 && (
                <Button onClick={() => setAdding(false)}>
                  <Trans>Cancel</Trans>
                </Button>
              )
            }
          />
        </div>
      )}
    </Card>
  );
}

function CardRow({ workspace, card }: { workspace: string; card: PaymentMethod }) {
  const { t } = useLingui();
  const reasonFor = useActionReason();
  const name = cardName(card);
  const path = { workspace, paymentMethod: card.id };
  const setDefault = useEndpointAction(payments.setDefaultPaymentMethod, {
    invalidates: [payments.listPaymentMethods],
    successMessage: () => t`${name} is the default card`,
  });
  const remove = useEndpointAction(payments.removePaymentMethod, {
    invalidates: [payments.listPaymentMethods],
    successMessage: () => t`Card ${name} removed`,
  });
  const expiry = `${String(card.expMonth).padStart(2, "0")}/${card.expYear}`;
  return (
    <li>
      <div className={styles["name"]}>
        <span translate="no">{name}</span>
        {card.isDefault && (
          <Badge tone="ok">
            <Trans>Default</Trans>
          </Badge>
        )}
        {card.status === "expired" && (
          <Badge tone="danger">
            <Trans>Expired</Trans>
          </Badge>
        )}
        <small>
          <Trans>Expires {expiry}</Trans>
        </small>
      </div>
      <div className={styles["rowActions"]}>
        {!card.isDefault && (
          <ActionButton
            reason={reasonFor(paymentMethodActions.setDefault, card)}
            busy={setDefault.busy}
            aria-label={t`Make ${name} the default card`}
            onClick={() => void setDefault.press({ path })}
          >
            <Trans>Make default</Trans>
          </ActionButton>
        )}
        <ActionButton
          tone="danger"
          reason={reasonFor(paymentMethodActions.remove, card)}
          aria-label={t`Remove ${name}`}
          onClick={() =>
            openConfirmDialog({
              severity: "disruptive",
              title: t`Remove ${name}?`,
              text: <Trans>The card can no longer pay invoices or top up the balance.</Trans>,
              confirmLabel: t`Remove card`,
              action: () => remove.run({ path }),
              code: remove.code({ path }),
            })
          }
        >
          <Trans>Remove</Trans>
        </ActionButton>
      </div>
    </li>
  );
}

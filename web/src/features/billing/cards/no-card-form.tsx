import { Trans } from "@lingui/react/macro";
import { Callout } from "../../../ui/feedback.tsx";

/** In the place of a card form, on a server without a payment provider. */
export const NoCardForm = () => (
  <Callout tone="warn">
    <p>
      <Trans>Card payments aren't set up on this server.</Trans>
    </p>
  </Callout>
);

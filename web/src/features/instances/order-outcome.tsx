import { Trans, useLingui } from "@lingui/react/macro";
import type { FormProblem } from "../../components/use-endpoint-form.ts";
import { Callout } from "../../ui/feedback.tsx";
import type { CartLine } from "./cart-line.ts";
import styles from "./cart.module.css";

/** The result of a rejected order for each hostname: which ones are the reason, and that nothing was created. */
export function OrderOutcome({
  lines,
  problems,
}: {
  lines: readonly CartLine[];
  problems: readonly FormProblem[];
}) {
  const { t } = useLingui();
  if (problems.length === 0) return null;
  const messageOf = (position: number, at: number): string | undefined => {
    const prefix = `lines.${position}`;
    const own = problems.find(({ path }) => path === `${prefix}.hostname.${at}`);
    const whole = problems.find(
      ({ path }) => path.startsWith(`${prefix}.`) && !path.startsWith(`${prefix}.hostname.`),
    );
    return (own ?? whole)?.message;
  };
  return (
    <Callout tone="danger">
      <p>
        <strong>
          <Trans>Nothing was created</Trans>
        </strong>
      </p>
      <p>
        <Trans>An order is created as a whole. Change or remove what stands in its way.</Trans>
      </p>
      <table className={styles["outcome"]}>
        <caption className="visually-hidden">{t`Result for each hostname`}</caption>
        <tbody>
          {lines.flatMap(({ draft }, position) =>
            draft.hostname.map((hostname, at) => {
              const message = messageOf(position, at);
              return (
                <tr key={`${position} ${at}`} data-failed={message !== undefined}>
                  <th scope="row" translate="no">
                    {hostname}
                  </th>
                  <td>{message ?? t`Could be created, but not without the others`}</td>
                </tr>
              );
            }),
          )}
        </tbody>
      </table>
    </Callout>
  );
}

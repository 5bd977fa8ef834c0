import { Plural, Trans } from "@lingui/react/macro";
import { type Instance } from "#contracts/instances.ts";
import { isKeptAfterTermination, undoHours } from "#contracts/instance-states.ts";
import { usd } from "#contracts/money.ts";
import { costCents } from "#contracts/rating.ts";
import { useNow } from "../../lib/hooks/use-now.ts";
import { formatHourlyRate, formatMoneyAmount } from "../../lib/i18n/format.ts";
import { isBilled } from "./cost.tsx";

/** Consequences of terminating several instances: for money, data and IP addresses. */
export function BulkTerminateConsequences({ instances }: { instances: readonly Instance[] }) {
  const now = useNow("second");
  const second = Math.floor(now / 1_000);
  const billed = instances.filter(isBilled);
  const rate = billed.reduce((sum, { hourlyRate }) => sum + hourlyRate, 0);
  const cents = instances.reduce((sum, { usage }) => sum + costCents(usage, 0, second), 0);
  const kept = instances.filter(isKeptAfterTermination).length;
  const addresses = instances.filter(
    (instance) => instance.publicIp !== null && !isKeptAfterTermination(instance),
  ).length;
  const hourly = formatHourlyRate(rate);
  const total = formatMoneyAmount(usd(cents));
  return (
    <ul>
      <li>
        {billed.length === 0 ? (
          <Trans>
            None of them is billed now. Total so far: <strong>{total}</strong>.
          </Trans>
        ) : (
          <Trans>
            Billing of <strong>{hourly}</strong>/hour stops now. Total so far:{" "}
            <strong>{total}</strong>.
          </Trans>
        )}
      </li>
      {kept > 0 && (
        <li>
          <Plural
            value={kept}
            one={`# instance can be restored for ${undoHours} hours, unbilled. Then its disk is permanently deleted and its IP addresses are released.`}
            other={`# instances can be restored for ${undoHours} hours, unbilled. Then their disks are permanently deleted and their IP addresses are released.`}
          />
        </li>
      )}
      {kept < instances.length && (
        <li>
          <Plural
            value={instances.length - kept}
            one="The disk and all data of # instance are permanently deleted at once. There is no backup."
            other="The disks and all data of # instances are permanently deleted at once. There is no backup."
          />
        </li>
      )}
      {addresses > 0 && (
        <li>
          <Plural
            value={addresses}
            one="# IP address is released. You might not get it back."
            other="# IP addresses are released. You might not get them back."
          />
        </li>
      )}
    </ul>
  );
}

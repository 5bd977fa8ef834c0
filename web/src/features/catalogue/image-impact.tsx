/** What a change of an image's status affects, asked when the confirmation opens: the list knows a part of it only. */
import { Plural, Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { AdminImage } from "#contracts/images.ts";
import { imageQuery } from "./image-queries.ts";

type Impact = AdminImage["impact"];

const Instances = ({ impact }: { impact: Impact }) =>
  impact.instances === 0 ? (
    <Trans>No instance uses it.</Trans>
  ) : (
    <Plural
      value={impact.instances}
      one="# instance uses it. It keeps running and can be reinstalled with it."
      other="# instances use it. They keep running and can be reinstalled with it."
    />
  );

const WaitingOrders = ({ impact }: { impact: Impact }) => (
  <Plural
    value={impact.waitingOrders}
    one="# order that waits for stock fails."
    other="# orders that wait for stock fail."
  />
);

/** Sentences of a confirmation. */
export function ImageImpact({ id }: { id: string }) {
  const { data } = useQuery({ ...imageQuery(id), staleTime: 0 });
  if (data === undefined) return <Trans>Counting what uses it…</Trans>;
  const { impact } = data;
  return (
    <>
      <Instances impact={impact} />
      {impact.waitingOrders > 0 && (
        <>
          {" "}
          <WaitingOrders impact={impact} />
        </>
      )}
    </>
  );
}

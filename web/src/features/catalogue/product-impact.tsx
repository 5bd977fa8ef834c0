/** What a change of a product's status affects, asked when the confirmation opens. */
import { Plural, Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { virtualProductQuery } from "./product-queries.ts";

/** Sentences of a confirmation. */
export function ProductImpact({ id }: { id: string }) {
  const { data } = useQuery({ ...virtualProductQuery(id), staleTime: 0 });
  if (data === undefined) return <Trans>Counting what uses it…</Trans>;
  const { instances, waitingOrders } = data.impact;
  return (
    <>
      {instances === 0 ? (
        <Trans>No instance uses it.</Trans>
      ) : (
        <Plural
          value={instances}
          one="# instance keeps running at its price."
          other="# instances keep running at their prices."
        />
      )}
      {waitingOrders > 0 && (
        <>
          {" "}
          <Plural
            value={waitingOrders}
            one="# waiting order names it."
            other="# waiting orders name it."
          />
        </>
      )}
    </>
  );
}

/** Below a creation that found no capacity: the same order in another region, of another product, or waiting. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Instance } from "#contracts/instances.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { ActionLink } from "../../components/action-link.tsx";
import { useDisabledReason } from "../../components/use-disabled-reason.ts";
import { Skeleton } from "../../ui/feedback.tsx";
import styles from "./instance.module.css";
import { draftFromSearch, type OrderFormData } from "./order-form-state.ts";
import { linkedNamePrefix } from "./order-search.ts";
import { regionsWith } from "./product-table-state.ts";
import { similarTo } from "./shared/similar-instance.ts";
import { useOrderData } from "./use-order-data.ts";
import { useWaiting } from "./use-waiting.tsx";

interface OtherChoicesProps {
  readonly workspace: string;
  readonly instance: Instance;
}

export default function OtherChoices({ workspace, instance }: OtherChoicesProps) {
  const { data, error } = useOrderData(workspace, linkedNamePrefix(similarTo(instance)));
  if (data !== null) return <Choices workspace={workspace} instance={instance} data={data} />;
  return error === null ? <Skeleton width="60%" /> : null;
}

/** More would not be read. */
const maxRegions = 3;

function Choices({ workspace, instance, data }: OtherChoicesProps & { data: OrderFormData }) {
  const { t } = useLingui();
  const { offer } = data;
  const waiting = useWaiting({ workspace, offer });
  const reason = useDisabledReason()({ permission: "instance.create" });
  const search = similarTo(instance);
  const product = offer.products.find(({ id }) => id === instance.product.id);
  const regions = product === undefined ? [] : regionsWith(product, offer.regions);
  return (
    <div className={styles["choices"]}>
      <p>
        {t`You can create it elsewhere or as another product, with the same settings. Or let the order wait: it starts when the product is free.`}
      </p>
      <div className={styles["buttons"]}>
        {regions.slice(0, maxRegions).map(({ handle, name }) => (
          <ActionLink
            key={handle}
            permission="instance.create"
            link={
              <Link
                to="/$workspace/cart"
                params={{ workspace }}
                search={{ ...search, region: handle }}
              />
            }
          >
            <Trans>Create in {name}</Trans>
          </ActionLink>
        ))}
        <ActionLink
          permission="instance.create"
          link={
            <Link
              to="/$workspace/cart"
              params={{ workspace }}
              search={{ ...search, product: undefined }}
            />
          }
        >
          <Trans>Choose another product</Trans>
        </ActionLink>
        {product !== undefined && (
          <ActionButton
            reason={reason}
            onClick={() => {
              const { draft } = draftFromSearch(search, data);
              waiting.open({ product, region: instance.region.handle, order: draft });
            }}
          >
            <Trans>Wait for it</Trans>
          </ActionButton>
        )}
      </div>
      {waiting.dialog}
    </div>
  );
}

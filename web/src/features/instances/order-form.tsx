import { Trans, useLingui } from "@lingui/react/macro";
import { useMemo, useState } from "react";
import type { Product } from "#contracts/catalogue.ts";
import { FormCodeButton, Form, FormProblems } from "../../components/form.tsx";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { useSyncSearchParams } from "../../lib/hooks/use-sync-search-params.ts";
import { Card, Columns, Section } from "../../ui/card.tsx";
import { Callout } from "../../ui/feedback.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { AccessSection } from "./access-section.tsx";
import { followProduct } from "./alternatives.ts";
import { namesOfLine, offerBeside, toCartLine } from "./cart-lines.ts";
import { CartErrorNote } from "./cart-notes.tsx";
import { CartLink } from "./shared/cart-link.tsx";
import { CopyLinkButton } from "./copy-link-button.tsx";
import { useChoiceNames } from "../queue/shared/choices.ts";
import { useDefaultName } from "../../components/use-all-projects.ts";
import { HostnameFields, PatternField, QuantityField } from "./hostname-fields.tsx";
import { keepUserData } from "./kept-user-data.ts";
import styles from "./order.module.css";
import {
  type DraftFromSearch,
  type OrderDraft,
  type DroppedChoice,
  dropIncompatibleChoices,
  type OrderFormData,
  searchFromDraft,
  productIncompatibility,
  parseQuantity,
} from "./order-form-state.ts";
import { type OrderSelection, OrderActionBar, OrderSummary } from "./order-summary.tsx";
import { droppedChoiceMessage, incompatibilityMessage, shortageMessage } from "./order-labels.ts";
import { type CartSearch, isProductType } from "./order-search.ts";
import { noProductFilter, type ProductLayout, ProductSection } from "./product-section.tsx";
import { type ProductFilter, productsOfType, regionWith } from "./product-table-state.ts";
import { ProjectField } from "./project-field.tsx";
import { RegionSection } from "./region-section.tsx";
import { ImageSection } from "./image-section.tsx";
import { useCart } from "./use-cart.ts";
import { UserDataSection } from "./user-data-section.tsx";
import { useOrderForm } from "./use-order-form.ts";
import { WaitOffer } from "./wait-offer.tsx";
import { useWaiting } from "./use-waiting.tsx";
import { useTakenNames } from "./use-taken-names.ts";

export type OrderForm = ReturnType<typeof useOrderForm>["form"];

/** Fields at which an order is rejected because too little is free. */
const capacityFields: ReadonlySet<string> = new Set(["region", "virtualProduct", "quantity"]);

interface OrderPageProps {
  readonly data: OrderFormData;
  readonly initialDraft: DraftFromSearch;
  readonly link: CartSearch;
  readonly workspace: string;
}

/**
 * One line of an order. Without a cart it orders at once; beside other lines it is put into the cart, which orders them
 * together.
 */
export function OrderPage({ data, initialDraft, link: start, workspace }: OrderPageProps) {
  const { t, i18n } = useLingui();
  const localeSettings = useLocaleSettings();
  const { keys, projects, today } = data;
  const cart = useCart(start, workspace);
  const offer = useMemo(() => offerBeside(data.offer, cart.others), [data.offer, cart.others]);
  const defaultName = useDefaultName(projects);
  const [filter, setFilter] = useState<ProductFilter>({
    ...noProductFilter,
    type: isProductType(start.type) ? start.type : null,
  });
  const [layout, setLayout] = useState<ProductLayout>(start.layout === "grid" ? "grid" : "list");
  /** The user data that the tab keeps, and its name in the URL. */
  const [kept, setKept] = useState({ text: initialDraft.draft.userData, name: start.data });
  const [dropped, setDropped] = useState<readonly DroppedChoice[]>([]);
  const { form, findProduct, oldRate, isRefused, forgetRejection } = useOrderForm({
    workspace,
    offer,
    initial: initialDraft.draft,
    onOrdered: cart.showOrder,
  });

  const draft = form.values;
  const instanceNames = useTakenNames(workspace, draft.hostname, data.takenNames);
  const choiceNames = useChoiceNames(offer);
  const waiting = useWaiting({ workspace, offer });
  const waitFor = (product: Product) =>
    waiting.open({ product, region: draft.region, order: draft });
  const taken = new Set([...instanceNames, ...cart.others.flatMap(namesOfLine)]);
  const addToCart = async () => {
    if (!(await form.validate())) return;
    const name = link.data ?? keepUserData(draft.userData);
    setKept({ text: draft.userData, name });
    await cart.put(toCartLine(draft, keys, name), { ...link, data: name });
  };
  const link = {
    type: filter.type ?? undefined,
    layout: layout === "grid" ? layout : undefined,
    ...searchFromDraft(draft, keys, data.takenNames),
    lines: start.lines,
    edit: start.edit,
    data: draft.userData === kept.text ? kept.name : undefined,
  };
  useSyncSearchParams(link);
  const choose = (changes: Partial<OrderDraft>) => {
    const next = dropIncompatibleChoices({ ...draft, ...changes }, offer);
    setDropped(next.dropped);
    forgetRejection();
    const chosen = findProduct(next.draft.virtualProduct);
    form.change({
      ...changes,
      ...(chosen !== undefined &&
        followProduct(
          draft,
          findProduct(draft.virtualProduct),
          chosen,
          next.draft.region,
          offer.products,
        )),
      virtualProduct: next.draft.virtualProduct,
      operatingsystem: next.draft.operatingsystem,
    });
  };

  const region = offer.regions.find(({ handle }) => handle === draft.region);
  const place = { handle: draft.region, name: region?.name ?? draft.region };
  const product = findProduct(draft.virtualProduct);
  const quantity = parseQuantity(draft.quantity);
  const obstacle =
    product === undefined || quantity === null
      ? null
      : productIncompatibility(product, draft.region, quantity);
  const selected: OrderSelection = {
    region,
    product,
    system: offer.images.find(({ id }) => id === draft.operatingsystem)?.name ?? null,
    keys: keys.filter(({ id }) => draft.workspaceCredential.includes(id)).map(({ name }) => name),
    project: projects.find(({ id }) => id === draft.projectId)?.name ?? defaultName,
    otherwise: draft.alternatives.length === 0 ? null : choiceNames(draft.alternatives),
    quantity,
  };
  const shortage =
    obstacle?.code === "few" ? shortageMessage(i18n, localeSettings, obstacle, place.name) : null;
  const noteOn = (field: DroppedChoice["field"]): string | null => {
    const droppedChoice = dropped.find((each) => each.field === field);
    return droppedChoice === undefined || draft[field] !== ""
      ? null
      : droppedChoiceMessage(i18n, localeSettings, droppedChoice, place.name);
  };
  const refusal = !isRefused
    ? null
    : (form.problems.find(({ path }) => capacityFields.has(path))?.message ?? null);
  const scarcity =
    obstacle === null
      ? refusal
      : incompatibilityMessage(i18n, localeSettings, obstacle, place.name);
  const waitOffer = scarcity !== null && product !== undefined && (
    <WaitOffer
      reason={scarcity}
      product={product}
      elsewhere={regionWith(product, offer.regions, draft.region, quantity ?? 1)}
      onWait={() => waitFor(product)}
      onChoose={(handle) => choose({ region: handle })}
    />
  );
  const isRejected = oldRate !== null && product !== undefined;
  const verb =
    quantity !== null && quantity > 1 ? t`Create ${quantity} instances` : t`Create instance`;
  const order =
    isRejected && product.rateMicrosPerHour !== oldRate ? t`Accept price and create` : verb;
  const summary = {
    chosen: selected,
    submit: !cart.isUsed ? order : cart.edited === null ? t`Add to cart` : t`Save changes`,
    busy: form.busy,
    oldRate: isRejected ? oldRate : null,
    secondary: cart.isUsed ? null : { label: t`Add to cart`, onClick: () => void addToCart() },
  };
  const title = !cart.isUsed
    ? t`Create instance`
    : cart.edited === null
      ? t`Add to cart`
      : t`Change line ${cart.edited + 1} of the cart`;

  return (
    <Form form={cart.isUsed ? { ...form, submit: addToCart } : form} code={false}>
      <PageHeader
        title={title}
        summary={t`Billing starts when the instance is active`}
        actions={
          <>
            <CartLink workspace={workspace} lines={cart.lines} />
            <CopyLinkButton search={{ ...link, data: undefined }} />
          </>
        }
      />
      <FormCodeButton form={form} label={t`Create instance`} />
      <div className={styles["notices"]}>
        {initialDraft.ignored.length > 0 && (
          <Callout tone="warn">
            <p>
              <Trans>
                Some parts of the link weren't recognized and were ignored:{" "}
                {initialDraft.ignored.join(", ")}
              </Trans>
            </p>
          </Callout>
        )}
        {oldRate !== null && product === undefined && (
          <Callout tone="warn">
            <p>
              <Trans>
                This product is no longer available. Nothing was created. Choose another one.
              </Trans>
            </p>
          </Callout>
        )}
        {cart.error !== null && <CartErrorNote error={cart.error} />}
        <FormProblems form={form} />
        {isRefused && waitOffer}
      </div>
      <Columns
        sticky
        main={
          <Card>
            <div className={styles["sections"]}>
              <RegionSection
                form={form}
                regions={offer.regions}
                products={productsOfType(offer.products, filter)}
                product={product}
                onChoose={(handle) => choose({ region: handle })}
              />
              <ProductSection
                form={form}
                products={offer.products}
                regions={offer.regions}
                region={place}
                onChoose={(id, elsewhere) =>
                  choose({ virtualProduct: id, region: elsewhere ?? draft.region })
                }
                onWait={waitFor}
                filter={filter}
                onFilter={setFilter}
                layout={layout}
                onLayout={setLayout}
                note={noteOn("virtualProduct")}
                notice={!isRefused && waitOffer}
              />
              <ImageSection
                form={form}
                images={offer.images}
                region={place}
                product={product}
                today={today}
                note={noteOn("operatingsystem")}
              />
              <AccessSection
                form={form}
                keys={keys}
                image={offer.images.find(({ id }) => id === form.values.operatingsystem)}
                workspace={workspace}
              />
              <Section
                title={t`Names and project`}
                help={t`One instance per name. Uppercase letters become lowercase.`}
              >
                <div className={styles["names"]} data-many={draft.hostname.length > 1}>
                  <QuantityField form={form} taken={taken} shortage={shortage} />
                  {draft.hostname.length > 1 ? (
                    <PatternField form={form} taken={taken} />
                  ) : (
                    <HostnameFields form={form} taken={taken} />
                  )}
                  <ProjectField form={form} projects={projects} />
                </div>
                {draft.hostname.length > 1 && <HostnameFields form={form} taken={taken} />}
              </Section>
              <UserDataSection form={form} isLost={initialDraft.isUserDataLost} />
            </div>
          </Card>
        }
        aside={<OrderSummary {...summary} />}
      />
      <OrderActionBar {...summary} />
      {waiting.dialog}
    </Form>
  );
}

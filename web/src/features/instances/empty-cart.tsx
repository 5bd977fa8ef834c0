import { useLingui } from "@lingui/react/macro";
import { LearnLink } from "../../components/help-link.tsx";
import { CreateLink } from "./shared/create-link.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/feedback.tsx";
import { PageHeader } from "../../ui/page.tsx";

export function EmptyCart({ workspace }: { workspace: string }) {
  const { t } = useLingui();
  return (
    <>
      <PageHeader title={t`Cart`} />
      <Card>
        <EmptyState
          title={t`Your cart is empty`}
          actions={
            <>
              <CreateLink workspace={workspace} />
              <LearnLink target="instances#cart">{t`Learn about the cart`}</LearnLink>
            </>
          }
        >
          {t`A cart orders several configurations at once. This browser keeps it until you order or sign out.`}
        </EmptyState>
      </Card>
    </>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { tokenActions } from "#contracts/actions/tokens.ts";
import { type Token, tokens } from "#contracts/tokens.ts";
import { useActionReason } from "../../../components/use-action-denial.ts";
import { ActionButton } from "../../../components/action-button.tsx";
import { DetailPage } from "../../../components/detail-page.tsx";
import { usePageQuery } from "../../../components/page-error.tsx";
import { prefetch } from "../../../lib/api/api-client.ts";
import { listedQuery } from "../../../lib/api/listed-query.ts";
import { requirePermission } from "../../../lib/session/route-guards.ts";
import { lazyPart } from "../../../lib/browser/missing-code.ts";
import {
  TokenActivityCard,
  TokenDetailsCard,
  TokenAccessCard,
  TokenScopesCard,
} from "../../../features/tokens/token-cards.tsx";
import { MaskedToken, TokenStatusBadge } from "../../../features/tokens/token-display.tsx";
import { useRevokeToken } from "../../../features/tokens/shared/use-revoke-token.tsx";
import { Columns } from "../../../ui/card.tsx";
import { RelativeTime } from "../../../ui/description-list.tsx";
import { Facts } from "../../../ui/facts.tsx";

const RotateDialog = lazyPart(() => import("../../../features/tokens/rotate-dialog.tsx"));

const tokenQuery = (workspace: string, token: string) =>
  listedQuery(tokens.view, tokens.list, { path: { workspace, token } });

export const Route = createFileRoute("/_console/$workspace/settings/access-tokens/$tokenID")({
  beforeLoad: ({ context }) => requirePermission(context.role, "token.view"),
  loader: ({ context, params: { workspace, tokenID } }) =>
    prefetch(context.queryClient, tokenQuery(workspace, tokenID)),
  component: AccessToken,
});

function AccessToken() {
  const { workspace, tokenID } = Route.useParams();
  const result = usePageQuery(tokenQuery(workspace, tokenID));
  return (
    <DetailPage
      result={result}
      title={({ name }) => name}
      status={({ status }) => <TokenStatusBadge status={status} />}
      summary={(token) => <TokenSummary token={token} />}
      actions={(token) => <TokenActions workspace={workspace} token={token} />}
    >
      {(token) => (
        <Columns
          main={
            <>
              <TokenScopesCard token={token} />
              <TokenAccessCard workspace={workspace} token={token} />
            </>
          }
          aside={
            <>
              <TokenDetailsCard token={token} />
              <TokenActivityCard workspace={workspace} token={token} />
            </>
          }
        />
      )}
    </DetailPage>
  );
}

function TokenSummary({ token }: { token: Token }) {
  const { status, expiresAt, createdBy } = token;
  return (
    <Facts
      items={[
        <MaskedToken key="token" {...token} />,
        <Trans key="creator">acts as {createdBy.name}</Trans>,
        status === "active" && (
          <Trans key="expiry">
            expires <RelativeTime at={expiresAt} />
          </Trans>
        ),
      ]}
    />
  );
}

function TokenActions({ workspace, token }: { workspace: string; token: Token }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const reasonFor = useActionReason();
  const askRevoke = useRevokeToken(workspace);
  const [rotating, setRotating] = useState(false);
  const toList = () =>
    navigate({ to: "/$workspace/settings/access-tokens", params: { workspace } });
  const rotated = (created: Token | null) => {
    setRotating(false);
    if (created !== null)
      void navigate({
        to: "/$workspace/settings/access-tokens/$tokenID",
        params: { workspace, tokenID: created.id },
      });
  };
  return (
    <>
      <ActionButton
        reason={reasonFor(tokenActions.rotate, token)}
        onClick={() => setRotating(true)}
      >
        {t`Rotate`}
      </ActionButton>
      <ActionButton
        tone="danger"
        reason={reasonFor(tokenActions.revoke, token)}
        onClick={askRevoke(token, toList).onSelect}
      >
        {t`Revoke`}
      </ActionButton>
      {rotating && (
        <Suspense>
          <RotateDialog workspace={workspace} token={token} onClose={rotated} />
        </Suspense>
      )}
    </>
  );
}

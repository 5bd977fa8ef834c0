import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { type Token, tokens, whyNotToken } from "#contracts/tokens.ts";
import { ActionButton } from "../../../blocks/action-button.tsx";
import { DetailPage } from "../../../blocks/detail-page.tsx";
import { usePageQuery } from "../../../blocks/page-problem.tsx";
import { preload, query } from "../../../lib/client.ts";
import { requirePermission } from "../../../lib/guards.ts";
import { lazyPart } from "../../../lib/missing-code.ts";
import {
  TokenDeeds,
  TokenFacts,
  TokenReach,
  TokenRights,
} from "../../../parts/access-tokens/token-cards.tsx";
import { TokenEnds, TokenState } from "../../../parts/access-tokens/token-words.tsx";
import { useAskRevoke } from "../../../parts/access-tokens/use-ask-revoke.tsx";
import { Columns } from "../../../ui/card.tsx";
import { Time } from "../../../ui/facts.tsx";

const RotateDialog = lazyPart(() => import("../../../parts/access-tokens/rotate-dialog.tsx"));

const tokenQuery = (workspace: string, token: string) =>
  query(tokens.view, { path: { workspace, token } });

export const Route = createFileRoute("/_console/$workspace/settings/access-tokens/$tokenID")({
  beforeLoad: ({ context }) => requirePermission(context.role, "token.view"),
  loader: ({ context, params: { workspace, tokenID } }) =>
    preload(context.queryClient, tokenQuery(workspace, tokenID)),
  component: AccessToken,
});

function AccessToken() {
  const { workspace, tokenID } = Route.useParams();
  const result = usePageQuery(tokenQuery(workspace, tokenID));
  return (
    <DetailPage
      result={result}
      title={({ name }) => name}
      status={({ status }) => <TokenState status={status} />}
      facts={(token) => <Facts token={token} />}
      actions={(token) => <Actions workspace={workspace} token={token} />}
    >
      {(token) => (
        <Columns
          main={
            <>
              <TokenRights token={token} />
              <TokenReach workspace={workspace} token={token} />
            </>
          }
          side={
            <>
              <TokenFacts token={token} />
              <TokenDeeds workspace={workspace} token={token} />
            </>
          }
        />
      )}
    </DetailPage>
  );
}

function Facts({ token }: { token: Token }) {
  const { status, expiresAt, createdBy } = token;
  return (
    <>
      <TokenEnds {...token} /> · <Trans>acts as {createdBy.name}</Trans>
      {status === "active" && (
        <>
          {" · "}
          <Trans>
            expires <Time at={expiresAt} />
          </Trans>
        </>
      )}
    </>
  );
}

function Actions({ workspace, token }: { workspace: string; token: Token }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const askRevoke = useAskRevoke(workspace);
  const [rotating, setRotating] = useState(false);
  const toList = () =>
    navigate({ to: "/$workspace/settings/access-tokens", params: { workspace } });
  const rotated = (made: Token | null) => {
    setRotating(false);
    if (made !== null)
      void navigate({
        to: "/$workspace/settings/access-tokens/$tokenID",
        params: { workspace, tokenID: made.id },
      });
  };
  return (
    <>
      <ActionButton
        permission="token.create"
        reason={whyNotToken("rotate", token)}
        onClick={() => setRotating(true)}
      >
        {t`Rotate`}
      </ActionButton>
      <ActionButton
        tone="danger"
        permission="token.delete"
        reason={whyNotToken("revoke", token)}
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

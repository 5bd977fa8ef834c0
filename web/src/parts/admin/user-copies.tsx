import { Trans, useLingui } from "@lingui/react/macro";
import type { DataCopy } from "#contracts/account.ts";
import type { User } from "#contracts/users.ts";
import { whole } from "../../blocks/code/requested.ts";
import { ShowCode } from "../../blocks/show-code.tsx";
import { bytes } from "../../lib/format.ts";
import { useManner } from "../../lib/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Time } from "../../ui/facts.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { useRetryCopy } from "./retry-copy.ts";
import { CopyState } from "./user-words.tsx";

/** The copies of their own data someone asked for; nothing where they never did. */
export function UserCopies({ user: { id, dataCopies } }: { user: User }) {
  const { t } = useLingui();
  const manner = useManner();
  const { retry, whyNot, busy } = useRetryCopy();
  if (dataCopies.length === 0) return null;
  const columns: Column<DataCopy>[] = [
    { key: "asked", header: t`Requested`, cell: ({ createdAt }) => <Time at={createdAt} exact /> },
    { key: "status", header: t`Status`, cell: ({ status }) => <CopyState status={status} /> },
    {
      key: "size",
      header: t`Size`,
      end: true,
      cell: ({ sizeBytes }) => (sizeBytes === null ? "–" : bytes(sizeBytes, manner)),
    },
    {
      key: "until",
      header: t`Available until`,
      end: true,
      cell: ({ expiresAt }) => (expiresAt === null ? "–" : <Time at={expiresAt} exact />),
    },
    {
      key: "retry",
      header: "",
      end: true,
      cell: (copy) => {
        if (whyNot(copy) !== null) return null;
        const { onSelect, code } = retry(id, copy.id);
        return (
          <>
            <ShowCode compact requested={() => whole(code)} />
            <Button icon="refresh" busy={busy} onClick={onSelect}>
              <Trans>Retry</Trans>
            </Button>
          </>
        );
      },
    },
  ];
  return (
    <Card title={t`Data exports`} flush>
      <Table
        caption={t`Data exports`}
        columns={columns}
        rows={dataCopies}
        rowKey={({ id: copy }) => copy}
      />
    </Card>
  );
}

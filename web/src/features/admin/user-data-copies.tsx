import { Trans, useLingui } from "@lingui/react/macro";
import type { UserDataCopy } from "#contracts/users.ts";
import type { User } from "#contracts/users.ts";
import { completePreview } from "../../components/code-samples/request-preview.ts";
import { CodeButton } from "../../components/code-button.tsx";
import { formatBytes } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { RelativeTime } from "../../ui/description-list.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { useRetryDataCopy } from "./use-retry-data-copy.ts";
import { DataCopyStatusBadge } from "./shared/user-labels.tsx";

/** Data copies that a user requested; renders nothing without any. */
export function UserDataCopies({ user: { id, dataCopies } }: { user: User }) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const { retry, whyNot, busy } = useRetryDataCopy();
  if (dataCopies.length === 0) return null;
  const columns: Column<UserDataCopy>[] = [
    {
      key: "asked",
      header: t`Requested`,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} exact />,
    },
    {
      key: "status",
      header: t`Status`,
      cell: ({ status }) => <DataCopyStatusBadge status={status} />,
    },
    {
      key: "size",
      header: t`Size`,
      end: true,
      cell: ({ sizeBytes }) => (sizeBytes === null ? "–" : formatBytes(sizeBytes, localeSettings)),
    },
    {
      key: "until",
      header: t`Available until`,
      end: true,
      cell: ({ expiresAt }) => (expiresAt === null ? "–" : <RelativeTime at={expiresAt} exact />),
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
            <CodeButton label={t`Retry`} requested={() => completePreview(code)} />
            <Button icon="refresh" busy={busy} onClick={onSelect}>
              <Trans>Retry</Trans>
            </Button>
          </>
        );
      },
    },
  ];
  return (
    <Card title={t`Data exports`} unpadded>
      <Table
        caption={t`Data exports`}
        columns={columns}
        rows={dataCopies}
        rowKey={({ id: copy }) => copy}
      />
    </Card>
  );
}

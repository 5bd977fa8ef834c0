/** Announces maintenance, and shows what is announced. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { type Maintenance, maintenance } from "#contracts/maintenance.ts";
import { openConfirmDialog } from "../../components/confirmation.ts";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DescriptionList, RelativeTime } from "../../ui/description-list.tsx";
import styles from "./admin.module.css";

const loadDialog = () => import("./announce-maintenance-dialog.tsx");
const AnnounceMaintenanceDialog = lazyPart(loadDialog);

type Announcement = NonNullable<Maintenance["announcement"]>;

export function AnnounceMaintenanceButton({ current }: { current: Announcement | null }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
        onClick={() => setIsOpen(true)}
      >
        {current === null ? <Trans>Announce maintenance</Trans> : <Trans>Change</Trans>}
      </Button>
      {isOpen && (
        <Suspense>
          <AnnounceMaintenanceDialog current={current} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

export function AnnouncementCard({ announcement }: { announcement: Announcement }) {
  const { t } = useLingui();
  const { startsAt, expectedEndAt, message, announcedBy, announcedAt } = announcement;
  const cancel = useEndpointAction(maintenance.cancelAnnouncement, {
    invalidates: [maintenance.view, maintenance.announced],
    successMessage: () => t`Announcement canceled`,
  });
  const confirm = () =>
    openConfirmDialog({
      severity: "disruptive",
      title: t`Cancel the announced maintenance?`,
      confirmLabel: t`Cancel the announcement`,
      text: t`Maintenance doesn't start by itself, and the countdown disappears.`,
      action: () => cancel.run({}),
      code: cancel.code({}),
    });
  return (
    <Card title={t`Announced maintenance`}>
      <div className={styles["form"]}>
        <DescriptionList
          pairs={[
            [
              t`Start`,
              <span key="start">
                <RelativeTime at={startsAt} exact /> (<RelativeTime at={startsAt} />)
              </span>,
            ],
            [
              t`Expected end`,
              expectedEndAt === null ? "–" : <RelativeTime key="end" at={expectedEndAt} exact />,
            ],
            [t`Message`, message ?? "–"],
            [t`Announced by`, announcedBy],
            [t`Announced`, <RelativeTime key="at" at={announcedAt} exact />],
          ]}
        />
        <div className={styles["buttons"]}>
          <AnnounceMaintenanceButton current={announcement} />
          <Button tone="danger" onClick={confirm}>
            <Trans>Cancel the announcement</Trans>
          </Button>
        </div>
      </div>
    </Card>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { eraseCertificates } from "#contracts/erase-certificate.ts";
import type { Instance } from "#contracts/instances.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { isReauthenticationCancelled } from "../../lib/api/problem-error.ts";
import { saveFile } from "../../lib/browser/save-file.ts";
import { problemMessage } from "../../lib/i18n/messages.ts";
import { Card } from "../../ui/card.tsx";
import { DescriptionList, RelativeTime } from "../../ui/description-list.tsx";
import { toast } from "../../ui/toast.ts";
import styles from "./instance.module.css";

type Erasure = NonNullable<Instance["erasure"]>;

/** The erasure of the disks of a bare-metal instance, and its certificate. */
export default function ErasureCard({
  workspace,
  instance,
  erasure,
}: {
  workspace: string;
  instance: Instance;
  erasure: Erasure;
}) {
  const { t } = useLingui();
  const { status, requestedAt, finishedAt } = erasure;
  return (
    <Card title={t`Erasure of the disks`}>
      <p className={styles["lead"]}>
        <ErasureText status={status} />
      </p>
      <div className={styles["pairs"]}>
        <DescriptionList
          pairs={[
            [t`Requested`, <RelativeTime key="requested" at={requestedAt} exact />],
            [
              t`Confirmed`,
              status === "complete" && finishedAt !== null ? (
                <RelativeTime key="finished" at={finishedAt} exact />
              ) : null,
            ],
          ]}
        />
      </div>
      {status === "complete" && <DownloadCertificate workspace={workspace} instance={instance} />}
    </Card>
  );
}

function ErasureText({ status }: Pick<Erasure, "status">) {
  switch (status) {
    case "in_progress":
      return (
        <Trans>
          Every disk of this instance is being erased. This typically takes half an hour. You can
          then download the certificate here.
        </Trans>
      );
    case "complete":
      return <Trans>Every disk of this instance is erased.</Trans>;
    case "failed":
      return (
        <Trans>
          A disk couldn't be erased automatically. The hardware is out of service, and nobody else
          gets it until our operators have taken care of its disks.
        </Trans>
      );
  }
}

function DownloadCertificate({ workspace, instance }: { workspace: string; instance: Instance }) {
  const { t, i18n } = useLingui();
  const file = useEndpointAction(eraseCertificates.document, { invalidates: [] });
  const input = { path: { workspace, instance: instance.id } };
  const save = async () => {
    try {
      const { name, bytes } = await file.run(input);
      saveFile(name, new Blob([bytes.slice()], { type: "text/html" }));
      void toast({ title: t`${name} downloaded` });
    } catch (error) {
      if (!isReauthenticationCancelled(error))
        void toast({ tone: "danger", title: problemMessage(i18n, error) });
    }
  };
  return (
    <ActionButton icon="download" busy={file.busy} reason={null} onClick={() => void save()}>
      <Trans>Download erase certificate</Trans>
    </ActionButton>
  );
}

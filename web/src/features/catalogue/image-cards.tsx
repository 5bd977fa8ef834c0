/** The cards on the page of an image. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { imageActions } from "#contracts/actions/images.ts";
import type { AdminImage, ImageRegion } from "#contracts/images.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { useActionReason } from "../../components/use-action-denial.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { formatGigabytes, formatInteger } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { Card } from "../../ui/card.tsx";
import { CopyText, DescriptionList, RelativeTime } from "../../ui/description-list.tsx";
import { Status } from "../../ui/status.tsx";
import { type Column, NoValue, StackedCell, Table } from "../../ui/table.tsx";

const loadDialog = () => import("./image-region-dialog.tsx");
const ImageRegionDialog = lazyPart(loadDialog);

function RegionStatus({ region }: { region: ImageRegion }) {
  if (!region.isReachable)
    return (
      <Status tone="warn" shape="diamond">
        <Trans>The region doesn't respond</Trans>
      </Status>
    );
  if (region.source === "none")
    return (
      <Status tone="idle" shape="hollow">
        <Trans>Not offered</Trans>
      </Status>
    );
  return region.isInstallable ? (
    <Status tone="ok" shape="dot">
      <Trans>Available</Trans>
    </Status>
  ) : (
    <Status tone="danger" shape="square">
      <Trans>Not found</Trans>
    </Status>
  );
}

/** Where the image exists, with the id that each region has for it. */
export function ImageRegionsCard({ image }: { image: AdminImage }) {
  const { t } = useLingui();
  const reasonFor = useActionReason();
  const [changed, setChanged] = useState<ImageRegion | null>(null);
  const sources = { name: t`found by the name`, id: t`chosen by staff`, none: null };
  const columns: Column<ImageRegion>[] = [
    {
      key: "region",
      header: t`Region`,
      cell: ({ name, source }) => (
        <StackedCell subtitle={sources[source]}>
          <span translate="no">{name}</span>
        </StackedCell>
      ),
    },
    {
      key: "status",
      header: t`Status`,
      card: "beside",
      cell: (region) => <RegionStatus region={region} />,
    },
    {
      key: "glance",
      header: t`Glance ID`,
      card: "labeled",
      cell: ({ glanceId, source }) =>
        glanceId === null || source === "none" ? (
          <NoValue />
        ) : (
          <CopyText text={glanceId} what={t`Glance ID`} />
        ),
    },
    {
      key: "metal",
      header: t`On bare metal`,
      card: "labeled",
      hides: "third",
      cell: ({ hostGroup }) =>
        hostGroup === null ? <NoValue /> : <span translate="no">{hostGroup}</span>,
    },
    {
      key: "change",
      header: t`Actions`,
      card: "plain",
      end: true,
      cell: (region) => {
        const { name } = region;
        return (
          <ActionButton
            aria-label={t`Change ${name}`}
            reason={reasonFor(imageActions.edit, image)}
            onPointerEnter={() => void loadDialog()}
            onFocus={() => void loadDialog()}
            onClick={() => setChanged(region)}
          >
            <Trans>Change</Trans>
          </ActionButton>
        );
      },
    },
  ];
  return (
    <>
      <Card title={t`Regions`} unpadded>
        <Table
          caption={t`Regions`}
          columns={columns}
          rows={image.regions}
          rowKey={({ regionHandle }) => regionHandle}
        />
      </Card>
      {changed !== null && (
        <Suspense>
          <ImageRegionDialog image={image} region={changed} onClose={() => setChanged(null)} />
        </Suspense>
      )}
    </>
  );
}

export function ImageImpactCard({ image: { impact } }: { image: AdminImage }) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  return (
    <Card title={t`Used by`}>
      <DescriptionList
        pairs={[
          [t`Instances`, formatInteger(impact.instances, localeSettings)],
          [t`Workspaces`, formatInteger(impact.workspaces, localeSettings)],
          [t`Waiting orders`, formatInteger(impact.waitingOrders, localeSettings)],
        ]}
      />
    </Card>
  );
}

export function ImageDetailsCard({ image }: { image: AdminImage }) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const memory = formatInteger(image.minMemoryMb, localeSettings);
  return (
    <Card title={t`Image`}>
      <DescriptionList
        pairs={[
          [t`Family`, image.family],
          [t`Version`, image.version],
          [t`Architecture`, image.architecture],
          [t`Minimum disk`, formatGigabytes(image.minDiskGb, localeSettings)],
          [t`Minimum memory`, t`${memory} MB`],
          [t`Default user`, image.defaultUser],
          [
            t`End of life`,
            image.endOfLife === null ? null : (
              <time key="end" dateTime={image.endOfLife}>
                {image.endOfLife}
              </time>
            ),
          ],
          [t`Security keys`, image.supportsSecurityKeys ? t`accepted` : t`not accepted`],
          [t`Added`, <RelativeTime key="added" at={image.createdAt} exact />],
          [t`Changed`, <RelativeTime key="changed" at={image.updatedAt} exact />],
          [t`ID`, <CopyText key="id" text={image.id} what={t`ID`} />],
        ]}
      />
    </Card>
  );
}

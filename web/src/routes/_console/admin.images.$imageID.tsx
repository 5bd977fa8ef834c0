import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { imageActions } from "#contracts/actions/images.ts";
import type { AdminImage } from "#contracts/images.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { DetailPage } from "../../components/detail-page.tsx";
import { usePageQuery } from "../../components/page-error.tsx";
import { useActionReason } from "../../components/use-action-denial.ts";
import { useMenuCode } from "../../components/use-menu-code.ts";
import {
  ImageDetailsCard,
  ImageImpactCard,
  ImageRegionsCard,
} from "../../features/catalogue/image-cards.tsx";
import { imageQuery } from "../../features/catalogue/image-queries.ts";
import { CatalogueStatusLabel } from "../../features/catalogue/status-labels.tsx";
import { useImageMenu } from "../../features/catalogue/use-image-menu.tsx";
import { prefetch } from "../../lib/api/api-client.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import { Button } from "../../ui/button.tsx";
import { Columns } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Callout } from "../../ui/feedback.tsx";
import { Menu } from "../../ui/menu.tsx";

const loadEdit = () => import("../../features/catalogue/edit-image-dialog.tsx");
const EditImageDialog = lazyPart(loadEdit);

export const Route = createFileRoute("/_console/admin/images/$imageID")({
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.image.view"),
  loader: ({ context, params: { imageID } }) => prefetch(context.queryClient, imageQuery(imageID)),
  component: ImagePage,
});

function ImagePage() {
  const { t } = useLingui();
  const { imageID } = Route.useParams();
  return (
    <DetailPage
      result={usePageQuery(imageQuery(imageID))}
      title={({ name }) => name}
      status={({ status }) => <CatalogueStatusLabel status={status} />}
      summary={({ family, version, architecture, isDefault }) => (
        <Facts
          items={[
            family,
            version,
            <span key="architecture" translate="no">
              {architecture}
            </span>,
            isDefault ? t`default of the family` : null,
          ]}
        />
      )}
      actions={(image) => <ImageActions image={image} />}
    >
      {(image) => (
        <Columns
          main={
            <>
              {image.status === "deleted" && (
                <Callout tone="warn">
                  <p>
                    <Trans>
                      The image is deleted. Its instances keep running, and it can be restored while
                      no other image has its name.
                    </Trans>
                  </p>
                </Callout>
              )}
              <ImageRegionsCard image={image} />
            </>
          }
          aside={
            <>
              <ImageImpactCard image={image} />
              <ImageDetailsCard image={image} />
            </>
          }
        />
      )}
    </DetailPage>
  );
}

function ImageActions({ image }: { image: AdminImage }) {
  const { t } = useLingui();
  const reasonFor = useActionReason();
  const menu = useImageMenu();
  const [isEditing, setIsEditing] = useState(false);
  const entries = () => menu(image);
  useMenuCode(entries);
  return (
    <>
      <ActionButton
        reason={reasonFor(imageActions.edit, image)}
        onPointerEnter={() => void loadEdit()}
        onFocus={() => void loadEdit()}
        onClick={() => setIsEditing(true)}
      >
        <Trans>Edit</Trans>
      </ActionButton>
      <Menu entries={entries}>
        {(trigger) => (
          <Button {...trigger} icon="dots" aria-label={t`More actions`}>
            <Trans>More</Trans>
          </Button>
        )}
      </Menu>
      {isEditing && (
        <Suspense>
          <EditImageDialog image={image} onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
    </>
  );
}

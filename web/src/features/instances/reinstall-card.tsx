import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { instanceActions } from "#contracts/actions/instances.ts";
import { catalogue, type Image } from "#contracts/catalogue.ts";
import { credentials } from "#contracts/credentials.ts";
import { instanceDisks } from "#contracts/instance-disks.ts";
import { type Instance, instances } from "#contracts/instances.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { withConfirmation } from "../../components/confirmation.ts";
import { useActionReason } from "../../components/use-action-denial.ts";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { useMenuCode } from "../../components/use-menu-code.ts";
import { endpointQuery } from "../../lib/api/api-client.ts";
import { Card } from "../../ui/card.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { Callout } from "../../ui/feedback.tsx";
import { pageStyles } from "../../ui/page.tsx";
import { isLockedOut } from "./order-form-state.ts";
import { Consequences, Disks, Keys } from "./reinstall-fields.tsx";

interface CardProps {
  readonly workspace: string;
  readonly instance: Instance;
}

/** Whether the region installs the image on an instance of this variant and size. */
function fits({ variant, region, product }: Instance, image: Image): boolean {
  const regions = variant === "bare_metal" ? image.bareMetalRegionHandles : image.regionHandles;
  return (
    regions.includes(region.handle) &&
    product.diskGb >= image.minDiskGb &&
    product.memoryGb * 1_024 >= image.minMemoryMb
  );
}

/** A fresh operating system on the same instance. */
export function ReinstallCard({ workspace, instance }: CardProps) {
  const { t } = useLingui();
  const { hostname } = instance;
  const whyNot = useActionReason()(instanceActions.reinstall, instance);
  const offer = useQuery(endpointQuery(catalogue.offer, {}));
  const listed = useQuery(
    endpointQuery(credentials.list, {
      path: { workspace },
      query: { perPage: "100", orderBy: "name" },
    }),
  );
  const [image, setImage] = useState(instance.image.id);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const isBareMetal = instance.variant === "bare_metal";
  const disks = useQuery({
    ...endpointQuery(instanceDisks.list, { path: { workspace, instance: instance.id } }),
    enabled: isBareMetal && whyNot === null,
  });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const known = disks.data?.disks ?? [];
  // Another installation may have reported other disks meanwhile.
  const kept = chosen.filter((device) =>
    known.some((disk) => disk.device === device && !disk.isSystem),
  );
  const reinstall = useEndpointAction(instances.reinstall, {
    invalidates: [instances.view, instances.list, instances.logs, instanceDisks.list],
    successMessage: (accepted) => t`Reinstalling ${accepted.hostname}`,
  });
  const offered = offer.data?.images.filter((candidate) => fits(instance, candidate)) ?? [];
  const isOffered = offered.some(({ id }) => id === instance.image.id);
  // The present image may be withdrawn from sale and can still be installed again.
  const choices = [...(isOffered ? [] : [instance.image]), ...offered];
  const keys = listed.data?.data ?? [];
  const input = {
    path: { workspace, instance: instance.id },
    body: {
      operatingsystem: image,
      ...(selected.length === 0 ? {} : { workspaceCredential: [...selected] }),
      ...(kept.length === 0 ? {} : { keptDisks: [...kept] }),
    },
  };
  const confirmed = withConfirmation({
    severity: "destructive",
    title: t`Reinstall ${hostname}?`,
    confirmLabel: t`Reinstall ${hostname}`,
    name: hostname,
    consequences: <Consequences instance={instance} kept={kept} />,
    action: () => reinstall.run(input),
    code: reinstall.code(input),
  });
  useMenuCode(() => [{ label: t`Reinstall`, reason: whyNot, ...confirmed }]);
  return (
    <Card title={t`Reinstall`}>
      <div className={pageStyles["form"]}>
        <p className={pageStyles["secondary"]}>
          <Trans>
            Installs a fresh operating system. The name, the IP addresses and the price stay the
            same.
          </Trans>{" "}
          {isBareMetal ? (
            <Trans>Everything on the disks is lost, except on those that you keep.</Trans>
          ) : (
            <Trans>Everything on the disks is lost.</Trans>
          )}
        </p>
        {whyNot === null && (
          <>
            <Field id="reinstall-image" label={t`Operating system`}>
              <Select
                id="reinstall-image"
                name="operatingsystem"
                value={image}
                onChange={setImage}
                options={choices.map(({ id, name }) => ({ value: id, label: name }))}
              />
            </Field>
            <Disks disks={known} kept={kept} onChange={setChosen} />
            <Keys keys={keys} selected={selected} onChange={setSelected} />
            {isLockedOut(
              offered.find(({ id }) => id === image),
              selected,
              keys,
            ) && (
              <Callout tone="warn">
                <Trans>
                  This operating system can't use security keys, so nobody could sign in. Choose one
                  more key.
                </Trans>
              </Callout>
            )}
          </>
        )}
        <div>
          <ActionButton
            tone="danger"
            reason={whyNot}
            busy={reinstall.busy}
            onClick={confirmed.onSelect}
          >
            <Trans>Reinstall</Trans>
          </ActionButton>
        </div>
      </div>
    </Card>
  );
}

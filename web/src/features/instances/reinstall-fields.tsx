/** Fields and consequences of a reinstallation. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useId } from "react";
import type { ListedCredential } from "#contracts/credentials.ts";
import type { InstanceDisk } from "#contracts/instance-disks.ts";
import type { Instance } from "#contracts/instances.ts";
import { formatGigabytes } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { Facts } from "../../ui/facts.tsx";
import { Checkbox } from "../../ui/field.tsx";
import styles from "./instance.module.css";

/** Disks are sold in decimal gigabytes. */
const bytesPerGigabyte = 1_000_000_000;

/** The disks of bare metal: a tick keeps the data of one; the system disk is always erased. */
export function Disks({
  disks,
  kept,
  onChange,
}: {
  disks: readonly InstanceDisk[];
  kept: readonly string[];
  onChange: (devices: readonly string[]) => void;
}) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  if (disks.length === 0) return null;
  return (
    <div role="group" aria-label={t`Disks`}>
      <p className={styles["lead"]}>
        <Trans>Disks: tick those whose data stays. All others are erased.</Trans>
      </p>
      {disks.map(({ device, sizeBytes, isSystem, content }) => {
        const facts = (
          <Facts
            items={[
              isSystem ? device : t`Keep ${device}`,
              sizeBytes !== null &&
                formatGigabytes(Math.round(sizeBytes / bytesPerGigabyte), localeSettings),
              isSystem && t`system disk, always erased`,
              content !== null && t`${content} at the last installation`,
            ]}
          />
        );
        return isSystem ? (
          <p key={device} className={styles["systemDisk"]}>
            {facts}
          </p>
        ) : (
          <Checkbox
            key={device}
            id={`reinstall-disk-${device}`}
            name="keptDisks"
            value={kept.includes(device)}
            onChange={(on) =>
              onChange(on ? [...kept, device] : kept.filter((other) => other !== device))
            }
            label={facts}
          />
        );
      })}
    </div>
  );
}

export function Keys({
  keys,
  selected,
  onChange,
}: {
  keys: readonly ListedCredential[];
  selected: readonly string[];
  onChange: (ids: readonly string[]) => void;
}) {
  const { t } = useLingui();
  const [heading, help] = [useId(), useId()];
  if (keys.length === 0) return null;
  return (
    <div
      role="group"
      aria-labelledby={heading}
      aria-describedby={help}
      className={styles["keyChoices"]}
    >
      <div>
        <p id={heading} className={styles["groupLabel"]}>{t`SSH keys`}</p>
        <p id={help} className={styles["groupHelp"]}>
          <Trans>If none is selected, the current keys are installed again.</Trans>
        </p>
      </div>
      {keys.map(({ id, name }) => (
        <Checkbox
          key={id}
          id={`reinstall-key-${id}`}
          name="workspaceCredential"
          value={selected.includes(id)}
          onChange={(on) =>
            onChange(on ? [...selected, id] : selected.filter((other) => other !== id))
          }
          label={<span translate="no">{name}</span>}
        />
      ))}
    </div>
  );
}

export const Consequences = ({
  instance,
  kept,
}: {
  instance: Instance;
  /** Devices whose data stays. */
  kept: readonly string[];
}) => (
  <div className={styles["consequences"]}>
    <p className={styles["id"]}>
      <code translate="no">{instance.id}</code>
    </p>
    <ul>
      <li>
        {kept.length === 0 ? (
          <Trans>Everything on its disks is permanently deleted.</Trans>
        ) : (
          <Trans>
            Everything on its disks is permanently deleted, except on {kept.join(", ")}.
          </Trans>
        )}
      </li>
      <li>
        <Trans>It can't be reached until it's installed. Billing continues.</Trans>
      </li>
      <li>
        <Trans>Its host key changes: SSH warns at the next sign-in.</Trans>
      </li>
    </ul>
  </div>
);

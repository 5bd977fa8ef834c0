import { useLingui } from "@lingui/react/macro";
import type { UserSession } from "#contracts/sessions.ts";
import { RelativeTime } from "../../../ui/description-list.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { NameWithMark } from "../../../ui/name-with-mark.tsx";
import { Badge } from "../../../ui/status.tsx";
import { type Column, Mono, NameCell } from "../../../ui/table.tsx";
import { factorsLabel } from "../../auth/shared/factor-labels.ts";
import { useDeviceName } from "../use-device-name.ts";

/** For the user's own sessions and for those that staff see, of which none is the current one. */
export function useSessionColumns<
  S extends UserSession & { readonly isCurrent?: boolean },
>(): Column<S>[] {
  const { t, i18n } = useLingui();
  const deviceName = useDeviceName();
  return [
    {
      key: "device",
      header: t`Device`,
      cell: ({ device, isPhone, isCurrent = false }) => (
        <NameWithMark mark={<Icon name={isPhone ? "phone" : "laptop"} />}>
          <NameCell>
            {device === null ? t`Unknown device` : deviceName(device)}{" "}
            {isCurrent && <Badge tone="ok">{t`Current session`}</Badge>}
          </NameCell>
        </NameWithMark>
      ),
    },
    {
      key: "factors",
      header: t`Signed in with`,
      card: "plain",
      cell: (session) => factorsLabel(i18n, session),
    },
    {
      key: "ip",
      header: t`IP address`,
      card: "plain",
      cell: ({ ip }) => (ip === null ? "–" : <Mono>{ip}</Mono>),
    },
    {
      key: "started",
      header: t`Started`,
      card: "labeled",
      cell: ({ createdAt }) => <RelativeTime at={createdAt} exact />,
    },
    {
      key: "active",
      header: t`Last active`,
      card: "labeled",
      end: true,
      cell: ({ lastActiveAt }) => <RelativeTime at={lastActiveAt} />,
    },
  ];
}

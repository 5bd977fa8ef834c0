import { Trans, useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { instanceActions } from "#contracts/actions/instances.ts";
import type { Instance } from "#contracts/instances.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { useActionReason } from "../../components/use-action-denial.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { Button } from "../../ui/button.tsx";
import { Card, Stack } from "../../ui/card.tsx";
import { EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { pageStyles } from "../../ui/page.tsx";
import { ConsoleLogCard } from "./console-log-card.tsx";

const RemoteConsole = lazyPart(() => import("./remote-console/remote-console.tsx"));

interface TabProps {
  readonly workspace: string;
  readonly instance: Instance;
}

/** The screen of the instance, and what it writes to its console. */
export default function ConsoleTab({ workspace, instance }: TabProps) {
  const { t } = useLingui();
  const isOver = instance.status === "terminating" || instance.status === "terminated";
  if (isOver || instance.variant === "bare_metal")
    return (
      <Card>
        <EmptyState
          plain
          title={
            isOver ? t`Its console log was deleted` : t`A bare-metal instance has no console here`
          }
        />
      </Card>
    );
  return (
    <Stack>
      <ScreenCard key={instance.id} workspace={workspace} instance={instance} />
      <ConsoleLogCard workspace={workspace} instance={instance} />
    </Stack>
  );
}

function ScreenCard({ workspace, instance }: TabProps) {
  const { t } = useLingui();
  /** The number of the opening; null while the screen is closed. */
  const [opening, setOpening] = useState<number | null>(null);
  const reason = useActionReason()(instanceActions.console, instance);
  if (opening === null)
    return (
      <Card title={t`Screen and keyboard`}>
        <div className={pageStyles["form"]}>
          <p className={pageStyles["secondary"]}>
            <Trans>
              See the screen of the instance and type on its keyboard, also when it can't be reached
              over the network.
            </Trans>
          </p>
          <div>
            <ActionButton icon="terminal" reason={reason} onClick={() => setOpening(0)}>
              <Trans>Open console</Trans>
            </ActionButton>
          </div>
        </div>
      </Card>
    );
  return (
    <Card
      title={t`Screen and keyboard`}
      aside={
        <Button icon="close" onClick={() => setOpening(null)}>
          <Trans>Close screen</Trans>
        </Button>
      }
    >
      <Suspense fallback={<Skeleton height={320} />}>
        <RemoteConsole
          key={opening}
          workspace={workspace}
          instance={instance}
          onReopen={() => setOpening(opening + 1)}
        />
      </Suspense>
    </Card>
  );
}

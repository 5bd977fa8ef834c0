import { useLingui } from "@lingui/react/macro";
import type { Instance } from "#contracts/instances.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/feedback.tsx";
import { ConsoleLogCard } from "./console-log-card.tsx";

interface TabProps {
  readonly workspace: string;
  readonly instance: Instance;
}

/** What the instance writes to its console. */
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
  return <ConsoleLogCard workspace={workspace} instance={instance} />;
}

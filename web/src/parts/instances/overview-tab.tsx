import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Instance } from "#contracts/instances.ts";
import { PartsSkeleton } from "../../blocks/detail-page.tsx";
import { gigabytes } from "../../lib/format.ts";
import { useManner } from "../../lib/i18n.ts";
import { neverRan, wordCommand } from "../../lib/instance-words.ts";
import { Card, Columns } from "../../ui/card.tsx";
import { CodeLine, CopyButton, KeyValue, type Pair, Time } from "../../ui/facts.tsx";
import { type InstanceCommand, commandsOf } from "./commands.ts";
import { CostCard } from "./cost.tsx";
import { EnergyCard } from "./energy-card.tsx";
import styles from "./instance.module.css";
import { StepList } from "./step-list.tsx";
import { useSteps } from "./use-steps.ts";

/** In these there is no order to tell of. */
const settled: ReadonlySet<Instance["status"]> = new Set(["active", "stopped", "terminated"]);

const isOnItsWay: ReadonlySet<Instance["status"]> = new Set(["pending", "building"]);
const isOn: ReadonlySet<Instance["status"]> = new Set(["active", "rebooting", "unknown"]);

/** The figure is for full load: it says nothing about an instance that is off, failed or ended. */
const drawsPower = ({ status }: Instance): boolean => isOnItsWay.has(status) || isOn.has(status);

export function OverviewTab({ workspace, machine }: { workspace: string; machine: Instance }) {
  const isOver = machine.status === "terminating" || machine.status === "terminated";
  const { steps, isLoading } = useSteps(workspace, machine.id);
  // What is under way or went wrong stands on top, and would push down what was there before it.
  if (isLoading && !settled.has(machine.status)) return <PartsSkeleton />;
  const [latest] = commandsOf(steps);
  // What is over and went well is told by the timeline.
  const shown = latest !== undefined && latest.outcome !== "done" ? latest : null;
  return (
    <Columns
      main={
        <>
          {shown !== null && <CommandCard command={shown} machine={machine} />}
          {!isOver && <SignInCard machine={machine} />}
          <FactsCard machine={machine} />
        </>
      }
      side={
        <>
          <CostCard machine={machine} />
          {drawsPower(machine) && <EnergyCard machine={machine} />}
        </>
      }
    />
  );
}

/** The running order, or the last one when it went wrong; earlier ones are in the timeline. */
function CommandCard({ command, machine }: { command: InstanceCommand; machine: Instance }) {
  const { t, i18n } = useLingui();
  const what = wordCommand(i18n, command.kind, command.outcome);
  const current = command.steps.filter(({ status }) => status === "complete").length + 1;
  const all = command.steps.length;
  const title =
    command.outcome === "running" ? t`${what}: step ${Math.min(current, all)} of ${all}` : what;
  return (
    <Card title={<span aria-live="polite">{title}</span>}>
      <StepList steps={command.steps} machine={machine} />
      {command.outcome === "failed" && command.kind === "create" && (
        <p className={styles["under"]}>
          <Trans>
            Nothing was billed. Terminate it to free up its name, then create a new one, perhaps in
            another region.
          </Trans>
        </p>
      )}
    </Card>
  );
}

function whenToSignIn(status: Instance["status"]): "now" | "off" | "soon" | "later" {
  if (status === "active") return "now";
  if (status === "stopped") return "off";
  return isOnItsWay.has(status) || status === "rebooting" ? "soon" : "later";
}

function SignInCard({ machine }: { machine: Instance }) {
  const { t } = useLingui();
  const { publicIp, status } = machine;
  if (neverRan(machine)) return null;
  const title = {
    now: t`Connect with SSH`,
    off: t`Connect with SSH (once it's running again)`,
    soon: t`Connect with SSH (once it's ready)`,
    later: t`Sign in, once it is active again`,
  }[whenToSignIn(status)];
  return (
    <Card title={title}>
      {publicIp === null ? (
        <p>
          <Trans>The SSH command appears here once the instance has a public IP address.</Trans>
        </p>
      ) : (
        <CodeLine text={`ssh ${machine.image.defaultUser}@${publicIp}`} what={t`SSH command`} />
      )}
      {machine.credential !== null && (
        <p className={styles["under"]}>
          <Trans>
            Uses the key {machine.credential.name}. The first time you connect, SSH asks you to
            confirm the host. Answer yes.
          </Trans>
        </p>
      )}
    </Card>
  );
}

const Copyable = ({ text, what }: { text: string; what: string }) => (
  <span className={styles["mono"]} translate="no">
    {text}
    <CopyButton text={text} what={what} />
  </span>
);

function FactsCard({ machine }: { machine: Instance }) {
  const { t } = useLingui();
  const manner = useManner();
  const { product } = machine;
  const place: Pair[] = [
    [t`ID`, <Copyable key="id" text={machine.id} what={t`ID`} />],
    [
      t`Public IP address`,
      machine.publicIp === null ? null : (
        <Copyable key="public" text={machine.publicIp} what={t`public IP address`} />
      ),
    ],
    [
      t`Private IP address`,
      machine.privateIp === null ? null : (
        <Copyable key="private" text={machine.privateIp} what={t`private IP address`} />
      ),
    ],
    [t`Created by`, machine.createdBy.name],
    [t`Created`, <Time key="created" at={machine.createdAt} exact />],
    [
      t`Became active`,
      machine.activatedAt === null ? null : <Time key="active" at={machine.activatedAt} exact />,
    ],
    [
      t`Terminated`,
      machine.terminatedAt === null ? null : (
        <Time key="terminated" at={machine.terminatedAt} exact />
      ),
    ],
  ];
  const parts: Pair[] = [
    [t`GPU`, product.gpuModel === null ? null : `${product.gpuCount} × ${product.gpuModel}`],
    [t`GPU memory`, product.vramGb === 0 ? null : gigabytes(product.vramGb, manner)],
    [t`CPU`, t`${product.vcpu} vCPU`],
    [t`Memory`, gigabytes(product.memoryGb, manner)],
    [t`Disk`, gigabytes(product.diskGb, manner)],
    [t`Operating system`, machine.image.name],
    [t`Region`, machine.region.name],
  ];
  return (
    <Card title={t`Details`}>
      <div className={styles["facts"]}>
        <KeyValue pairs={place} />
        <KeyValue pairs={parts} />
      </div>
    </Card>
  );
}

/** What stands above a machine that was given back. */
export const CreateAnother = ({ workspace, machine }: { workspace: string; machine: Instance }) => (
  <Link
    to="/$workspace/instances/create"
    params={{ workspace }}
    search={{ region: machine.region.handle, product: machine.product.id, image: machine.image.id }}
  >
    <Trans>Create similar instance</Trans>
  </Link>
);

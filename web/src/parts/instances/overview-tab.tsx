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
    command.outcome === "running" ? t`${what}, step ${Math.min(current, all)} of ${all}` : what;
  return (
    <Card title={<span aria-live="polite">{title}</span>}>
      <StepList steps={command.steps} machine={machine} />
      {command.outcome === "failed" && command.kind === "create" && (
        <p className={styles["under"]}>
          <Trans>
            Nothing was billed. Terminate it to free its name, then order again, perhaps in another
            region.
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
    now: t`Sign in`,
    off: t`Sign in, once it is on again`,
    soon: t`Sign in, once it is ready`,
    later: t`Sign in, once it is active again`,
  }[whenToSignIn(status)];
  return (
    <Card title={title}>
      {publicIp === null ? (
        <p>
          <Trans>The line to paste appears here as soon as it has its address.</Trans>
        </p>
      ) : (
        <CodeLine
          text={`ssh ${machine.image.defaultUser}@${publicIp}`}
          what={t`the line to sign in`}
        />
      )}
      {machine.credential !== null && (
        <p className={styles["under"]}>
          <Trans>
            With the key {machine.credential.name}. The first time, ssh asks whether you know the
            machine: answer yes.
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
    [t`ID`, <Copyable key="id" text={machine.id} what={t`the ID`} />],
    [
      t`Public address`,
      machine.publicIp === null ? null : (
        <Copyable key="public" text={machine.publicIp} what={t`the public address`} />
      ),
    ],
    [
      t`Private address`,
      machine.privateIp === null ? null : (
        <Copyable key="private" text={machine.privateIp} what={t`the private address`} />
      ),
    ],
    [t`Created by`, machine.createdBy.name],
    [t`Created`, <Time key="created" at={machine.createdAt} exact />],
    [
      t`First active`,
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
    [t`Graphics`, product.gpuModel === null ? null : `${product.gpuCount} × ${product.gpuModel}`],
    [t`Graphics memory`, product.vramGb === 0 ? null : gigabytes(product.vramGb, manner)],
    [t`Processor`, t`${product.vcpu} vCPU`],
    [t`Memory`, gigabytes(product.memoryGb, manner)],
    [t`Disk`, gigabytes(product.diskGb, manner)],
    [t`Operating system`, machine.image.name],
    [t`Region`, machine.region.name],
  ];
  return (
    <Card title={t`Facts`}>
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
    <Trans>Create another like it</Trans>
  </Link>
);

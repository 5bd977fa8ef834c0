import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Instance } from "#contracts/instances.ts";
import { duration, gigabytes, type Manner, money, ratePerHour } from "../../lib/format.ts";
import { useManner } from "../../lib/i18n.ts";
import { neverRan, wordAttention } from "../../lib/instance-words.ts";
import { useNow } from "../../lib/use-now.ts";
import { classes } from "../../ui/class-names.ts";
import { CopyButton } from "../../ui/facts.tsx";
import { Amount, type Column, Mono, NameCell, TwoLines } from "../../ui/table.tsx";
import { InstanceStatus } from "./instance-status.tsx";
import { useProjectName } from "./known-projects.ts";
import styles from "./machine-columns.module.css";

const isOnItsWay = ({ status }: Instance) => status === "pending" || status === "building";
const minuteSeconds = 60;
/** A hostname of this many characters or fewer stays on one line; a longer one breaks anywhere. */
const unbrokenLength = 24;

/** Since it was ordered; of a machine that is gone, how long there was one. */
function Age({ machine }: { machine: Instance }) {
  const isYoung = isOnItsWay(machine);
  const now = useNow(isYoung ? "second" : "half-minute");
  const end = machine.terminatedAt === null ? now : Date.parse(machine.terminatedAt);
  const seconds = (end - Date.parse(machine.createdAt)) / 1_000;
  // Seconds matter while one waits for it, and not any more after that.
  const shown = isYoung || seconds < minuteSeconds ? seconds : seconds - (seconds % minuteSeconds);
  return <span className={styles["still"]}>{duration(shown)}</span>;
}

function Address({ machine: { publicIp, hostname } }: { machine: Instance }) {
  const { t } = useLingui();
  if (publicIp === null) return <>–</>;
  return (
    <span className={styles["address"]}>
      <Mono>{publicIp}</Mono>
      <CopyButton text={publicIp} what={t`IP address of ${hostname}`} />
    </span>
  );
}

/** What decides beside its name: memory of the cards, or of the machine. */
function productFacts({ product }: Instance, manner: Manner): string {
  const cores = `${product.vcpu} vCPU`;
  return product.gpuCount > 0
    ? `${gigabytes(product.vramGb, manner)} · ${cores}`
    : `${gigabytes(product.memoryGb, manner)} · ${gigabytes(product.diskGb, manner)}`;
}

/** What an hour of it costs now or will: nothing once it is given back, or when it never came to life. */
const rateOf = (machine: Instance): number =>
  machine.status === "terminating" || machine.status === "terminated" || neverRan(machine)
    ? 0
    : machine.hourlyRate;

/** The columns of a list of machines; inside a project its name is not repeated. */
export function useMachineColumns(
  workspace: string,
  { insideProject = false } = {},
): Column<Instance>[] {
  const { t, i18n } = useLingui();
  const manner = useManner();
  const projectNameOf = useProjectName(workspace);
  return [
    {
      key: "name",
      header: t`Name`,
      sort: "hostname",
      cell: (machine) => (
        <NameCell
          second={
            <>
              {!insideProject && <span translate="no">{projectNameOf(machine)}</span>}
              <code className={styles["id"]} translate="no">
                {machine.id}
              </code>
            </>
          }
        >
          <Link
            to="/$workspace/instances/$instanceID"
            params={{ workspace, instanceID: machine.id }}
            className={classes(machine.hostname.length <= unbrokenLength && styles["still"])}
          >
            {machine.hostname}
          </Link>
        </NameCell>
      ),
    },
    {
      key: "status",
      header: t`Status`,
      sort: "status",
      cell: (machine) => (
        <TwoLines second={wordAttention(i18n, machine)}>
          <InstanceStatus status={machine.status} />
        </TwoLines>
      ),
    },
    {
      key: "product",
      header: t`Product`,
      cell: (machine) => (
        <TwoLines second={<span className={styles["still"]}>{productFacts(machine, manner)}</span>}>
          <span className={styles["still"]}>{machine.product.name}</span>
        </TwoLines>
      ),
    },
    { key: "region", header: t`Region`, hides: "first", cell: ({ region }) => region.name },
    {
      key: "address",
      header: t`IP address`,
      hides: "third",
      sort: "publicIp",
      cell: (machine) => <Address machine={machine} />,
    },
    {
      key: "age",
      header: t`Age`,
      hides: "first",
      sort: "createdAt",
      cell: (machine) => <Age machine={machine} />,
    },
    {
      key: "cost",
      header: t`Cost so far`,
      hides: "second",
      end: true,
      cell: ({ costSoFar }) => <Amount>{money(costSoFar)}</Amount>,
    },
    {
      key: "rate",
      header: t`Per hour`,
      end: true,
      sort: "hourlyRate",
      cell: (machine) => <Amount>{ratePerHour(rateOf(machine))}</Amount>,
    },
  ];
}

/** Labels of the steps of commands. */
import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { CommandStep } from "#contracts/commands.ts";
import type { Instance, InstanceLog } from "#contracts/instances.ts";
import { isKnown } from "./instance-labels.ts";

interface StepLabels {
  readonly todo: MessageDescriptor;
  readonly doing: MessageDescriptor;
  readonly done: MessageDescriptor;
  /** The result of the step, shown once it is done (or earlier, where noted). */
  readonly note?: (instance: Instance) => string | MessageDescriptor | null;
  readonly ahead?: MessageDescriptor;
}

const request: StepLabels = {
  todo: msg`Send the request`,
  doing: msg`Sending the request`,
  done: msg`Accepted by the host`,
};
const restart: StepLabels = {
  todo: msg`Restart`,
  doing: msg`Restarting`,
  done: msg`Running again`,
};

const release: StepLabels = {
  todo: msg`Release the instance`,
  doing: msg`Releasing the instance`,
  done: msg`Instance released`,
  note: () => msg`Billing stopped when the request was accepted`,
};
const gone: StepLabels = {
  todo: msg`Wait for the host to release it`,
  doing: msg`Waiting for the host to release it`,
  done: msg`Released by the host`,
};
const turnOff: StepLabels = {
  todo: msg`Prepare the hardware`,
  doing: msg`Preparing the hardware`,
  done: msg`Hardware prepared`,
};
const firstBoot: StepLabels = {
  todo: msg`First boot`,
  doing: msg`Booting for the first time`,
  done: msg`Booted for the first time`,
  note: ({ publicIp }) => publicIp,
};
const networkBoot: StepLabels = {
  todo: msg`Boot the installer`,
  doing: msg`Booting the installer`,
  done: msg`Installer booted`,
};

const steps: Readonly<Record<CommandStep, StepLabels>> = {
  "create.reserve": {
    todo: msg`Check the order`,
    doing: msg`Checking the order`,
    done: msg`Order checked`,
    note: ({ product, region }) => `${product.name} · ${region.name}`,
  },
  "create.network": {
    todo: msg`Connect private network`,
    doing: msg`Connecting private network`,
    done: msg`Private network connected`,
    note: ({ privateIp }) => privateIp,
  },
  "create.address": {
    todo: msg`Attach public IP address`,
    doing: msg`Attaching public IP address`,
    done: msg`Public IP address attached`,
    note: ({ publicIp }) => publicIp,
  },
  // The region accepts the request first and looks for a free host only in the next step.
  "create.server": {
    todo: msg`Request a host`,
    doing: msg`Requesting a host`,
    done: msg`Host requested`,
  },
  "create.install": {
    todo: msg`Find a host, install, and boot`,
    doing: msg`Finding a host, installing, and booting`,
    done: msg`Installed and booted`,
    note: ({ image }) => image.name,
  },
  "create.ready": {
    todo: msg`Ready to sign in`,
    doing: msg`Almost ready`,
    done: msg`Ready to sign in`,
    ahead: msg`Billing starts here`,
  },
  "create.power": turnOff,
  "create.boot": networkBoot,
  "create.first_boot": firstBoot,
  "reboot.request": request,
  "reboot.off": { todo: msg`Shut down`, doing: msg`Shutting down`, done: msg`Shut down` },
  "reboot.settle": restart,
  "hard_reboot.request": request,
  "hard_reboot.settle": restart,
  "power_on.request": request,
  "power_on.settle": { todo: msg`Start`, doing: msg`Starting`, done: msg`Running` },
  "power_off.request": request,
  "power_off.settle": { todo: msg`Shut down`, doing: msg`Shutting down`, done: msg`Stopped` },
  "terminate.release": release,
  "terminate.gone": gone,
  "terminate.done": {
    todo: msg`Finish`,
    doing: msg`Finishing`,
    done: msg`Finished`,
    note: () => msg`Its name is available again`,
  },
  "reinstall.request": request,
  "reinstall.power": turnOff,
  "reinstall.boot": networkBoot,
  "reinstall.install": {
    todo: msg`Install`,
    doing: msg`Installing`,
    done: msg`Installed`,
    note: ({ image }) => image.name,
  },
  "reinstall.first_boot": firstBoot,
  "reinstall.ready": {
    todo: msg`Ready to sign in`,
    doing: msg`Almost ready`,
    done: msg`Ready to sign in`,
  },
  "keep.stop": {
    todo: msg`Shut down`,
    doing: msg`Shutting down`,
    done: msg`Stopped`,
    note: () => msg`Billing stopped when the request was accepted`,
  },
  "keep.kept": {
    todo: msg`Keep the disk and IP addresses`,
    doing: msg`Keeping the disk and IP addresses`,
    done: msg`Disk and IP addresses kept`,
    note: () => msg`Its name is available again`,
  },
  "restore.start": { todo: msg`Start`, doing: msg`Starting`, done: msg`Running` },
  "restore.ready": {
    todo: msg`Ready to sign in`,
    doing: msg`Almost ready`,
    done: msg`Ready to sign in`,
    ahead: msg`Billing starts again here`,
  },
  "purge.release": {
    todo: msg`Release the instance`,
    doing: msg`Releasing the instance`,
    done: msg`Instance released`,
  },
  "purge.gone": gone,
  "purge.done": { todo: msg`Finish`, doing: msg`Finishing`, done: msg`Finished` },
  "erase.power": turnOff,
  "erase.boot": networkBoot,
  "erase.erase": {
    todo: msg`Erase every disk`,
    doing: msg`Erasing every disk`,
    done: msg`Every disk erased`,
  },
  "erase.release": {
    todo: msg`Return to stock`,
    doing: msg`Returning to stock`,
    done: msg`In stock again`,
  },
  "sync.catalog": {
    todo: msg`Read images and stock`,
    doing: msg`Reading images and stock`,
    done: msg`Images and stock read`,
  },
};

/** The name of a step, from kind and step as one word; the word itself for an unknown one. */
export const stepName = (i18n: I18n, key: string): string =>
  isKnown(steps, key) ? i18n._(steps[key].todo) : key;

/** A step's label in the tense of its status, and an optional line below it. */
export function stepLabel(
  i18n: I18n,
  step: Pick<InstanceLog, "commandKind" | "step" | "status">,
  instance: Instance,
): { title: string; note: string | null } {
  const key = `${step.commandKind}.${step.step}`;
  if (!isKnown(steps, key)) return { title: step.step, note: null };
  // A bare-metal instance has its host before it is installed.
  const isOnItem = key === "create.install" && instance.variant === "bare_metal";
  const stepLabels = steps[isOnItem ? "reinstall.install" : key];
  if (step.status === "complete") {
    const note = stepLabels.note?.(instance) ?? null;
    return {
      title: i18n._(stepLabels.done),
      note: note === null || typeof note === "string" ? note : i18n._(note),
    };
  }
  const title = step.status === "pending" ? stepLabels.todo : stepLabels.doing;
  return {
    title: i18n._(title),
    note: stepLabels.ahead === undefined ? null : i18n._(stepLabels.ahead),
  };
}

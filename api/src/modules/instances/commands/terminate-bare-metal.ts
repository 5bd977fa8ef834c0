/**
 * Terminates an instance on bare metal. Nothing of it waits for the provider: the item is erased by a command of its
 * own, and the customer is done at once.
 */
import { type BareMetalStep, done } from "../../commands/command-definition.ts";
import { defineBareMetalCommand } from "../../commands/define-bare-metal-command.ts";
import { setTerminated } from "../provider-store.ts";
import { endUseOfItem } from "./end-of-use.ts";

const release: BareMetalStep = {
  name: "release",
  typicalSeconds: null,
  deadlineSeconds: null,
  retriesForever: true,
  isLocal: true,
  run: async ({ instance, item }) => done((tx, now) => endUseOfItem(tx, instance, now), item?.host),
};

const finish: BareMetalStep = {
  name: "done",
  typicalSeconds: null,
  deadlineSeconds: null,
  isLocal: true,
  run: async ({ instance }) => done((tx, now) => setTerminated(tx, instance, now)),
};

export const terminateBareMetalCommand = defineBareMetalCommand({
  steps: [release, finish],
  maxAttempts: 1_000_000,
});

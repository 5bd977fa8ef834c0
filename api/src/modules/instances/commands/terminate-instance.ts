/** Gives a machine back. Billing has stopped when the order was accepted; this has no way but forward. */
import { setTerminated } from "../provider-store.ts";
import {
  type CommandDefinition,
  done,
  pollIntervalSeconds,
  type Step,
  wait,
} from "../../commands/command-definition.ts";

const release: Step = {
  name: "release",
  typicalSeconds: 2,
  deadlineSeconds: null,
  retriesForever: true,
  run: async ({ compute, instance }) => {
    await compute.deleteByKey(instance.id);
    return done();
  },
};

const awaitDeletion: Step = {
  name: "gone",
  typicalSeconds: 10,
  deadlineSeconds: null,
  retriesForever: true,
  run: async ({ compute, instance, elapsedSeconds }) => {
    // Asked by key: a server whose order's answer was lost has no id with us.
    const found = await compute.findServer({ key: instance.id });
    if (found === null) return done();
    await compute.deleteByKey(instance.id);
    return wait(pollIntervalSeconds(elapsedSeconds));
  },
};

const finish: Step = {
  name: "done",
  typicalSeconds: null,
  deadlineSeconds: null,
  run: async ({ instance }) => done((tx, now) => setTerminated(tx, instance, now)),
};

export const terminateInstanceCommand: CommandDefinition = {
  steps: [release, awaitDeletion, finish],
  maxAttempts: 1_000_000,
};

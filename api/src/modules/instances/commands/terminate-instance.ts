/**
 * Terminates an instance. Billing stopped when the request was accepted. The command cannot be compensated,
 * so it is retried until it succeeds.
 */
import { setTerminated } from "../provider-store.ts";
import {
  defineInstanceCommand,
  done,
  pollIntervalSeconds,
  type InstanceStep,
  wait,
} from "../../commands/command-definition.ts";

const release: InstanceStep = {
  name: "release",
  typicalSeconds: 2,
  deadlineSeconds: null,
  retriesForever: true,
  run: async ({ compute, instance }) => {
    await compute.deleteByKey(instance.id);
    return done(undefined, instance.serverId);
  },
};

const awaitDeletion: InstanceStep = {
  name: "gone",
  typicalSeconds: 10,
  deadlineSeconds: null,
  retriesForever: true,
  run: async ({ compute, instance, elapsedSeconds }) => {
    // Looks up by key: a server whose creation response was lost has no stored id.
    const server = await compute.findServer({ key: instance.id });
    if (server === null) return done();
    await compute.deleteByKey(instance.id);
    return wait(pollIntervalSeconds(elapsedSeconds));
  },
};

const finish: InstanceStep = {
  name: "done",
  typicalSeconds: null,
  deadlineSeconds: null,
  run: async ({ instance }) => done((tx, now) => setTerminated(tx, instance, now)),
};

export const terminateInstanceCommand = defineInstanceCommand({
  steps: [release, awaitDeletion, finish],
  maxAttempts: 1_000_000,
});

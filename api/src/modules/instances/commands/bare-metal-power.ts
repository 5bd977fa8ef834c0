/**
 * Changes the power of a bare-metal instance through the management controller. A shutdown asks the operating system,
 * which may ignore it: after a while the host is turned off. If a command fails, the instance takes the state that
 * the controller reports.
 */
import type { HostPowerAction } from "../../../ports/bare-metal.ts";
import { returnToStatusBefore } from "./return-to-status-before.ts";
import { ComputeError } from "../../../ports/compute.ts";
import {
  type BareMetalStep,
  type CommandDefinition,
  done,
  failed,
  pollIntervalSeconds,
  wait,
} from "../../commands/command-definition.ts";
import { defineBareMetalCommand } from "../../commands/define-bare-metal-command.ts";
import { applyProviderState, toPowerInstanceState } from "../provider-state.ts";

/** How long the operating system has to shut down. */
const shutdownSeconds = 180;
const vanished = failed("vanished", "the instance has no item");

const request = (action: HostPowerAction): BareMetalStep => ({
  name: "request",
  typicalSeconds: 5,
  deadlineSeconds: 600,
  run: async ({ bareMetal: { provider }, item, elapsedSeconds }) => {
    if (item === null) return vanished;
    // A change would look like an outage of the region while the controller of this host does not respond.
    if ((await provider.powerState(item.host)) === "unknown")
      return wait(pollIntervalSeconds(elapsedSeconds));
    try {
      await provider.setPower(item.host, action);
    } catch (error) {
      // A controller rejects `cycle` while the host is off.
      if (action !== "cycle" || !(error instanceof ComputeError) || error.code !== "conflict")
        throw error;
      await provider.setPower(item.host, "on");
    }
    return done(undefined, item.host);
  },
  compensate: async ({ bareMetal: { provider }, instance, item }) => {
    if (item === null) return done();
    const state = toPowerInstanceState(await provider.powerState(item.host));
    return state === null
      ? wait(15)
      : done((tx, now) => applyProviderState(tx, instance, state, now));
  },
});

/** Waits until the host is off, and turns it off when its operating system does not. */
const off = (name: string): BareMetalStep => ({
  name,
  typicalSeconds: 30,
  deadlineSeconds: shutdownSeconds + 300,
  run: async ({ bareMetal: { provider }, instance, item, elapsedSeconds }) => {
    if (item === null) return vanished;
    if ((await provider.powerState(item.host)) === "off") {
      const state = { status: "stopped", reason: null } as const;
      return name === "settle"
        ? done((tx, now) => applyProviderState(tx, instance, state, now))
        : done();
    }
    if (elapsedSeconds >= shutdownSeconds) await provider.setPower(item.host, "off");
    return wait(pollIntervalSeconds(elapsedSeconds));
  },
});

/** Turns the host on unless it is. */
const on = (typicalSeconds: number): BareMetalStep => ({
  name: "settle",
  typicalSeconds,
  deadlineSeconds: 600,
  run: async ({ bareMetal: { provider }, instance, item, elapsedSeconds }) => {
    if (item === null) return vanished;
    const state = await provider.powerState(item.host);
    if (state === "on")
      return done((tx, now) =>
        applyProviderState(tx, instance, { status: "active", reason: null }, now),
      );
    // A cycle is off for a few seconds; after that nothing else turns the host on.
    if (state === "off" && elapsedSeconds >= 15) await provider.setPower(item.host, "on");
    return wait(pollIntervalSeconds(elapsedSeconds));
  },
});

/** The operating system has shut down, so the host is turned on at once. */
const start: BareMetalStep = {
  ...on(60),
  run: async (context) => {
    const { bareMetal, item, elapsedSeconds } = context;
    if (item !== null && (await bareMetal.provider.powerState(item.host)) === "off")
      await bareMetal.provider.setPower(item.host, "on");
    return on(60).run({ ...context, elapsedSeconds });
  },
};

const powerCommand = (...steps: BareMetalStep[]): CommandDefinition =>
  defineBareMetalCommand({ steps, maxAttempts: 8, onCancel: returnToStatusBefore });

export const rebootBareMetal = powerCommand(request("shutdown"), off("off"), start);
export const hardRebootBareMetal = powerCommand(request("cycle"), on(60));
export const powerOnBareMetal = powerCommand(request("on"), on(60));
export const powerOffBareMetal = powerCommand(request("shutdown"), off("settle"));

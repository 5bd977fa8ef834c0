import { expect, test } from "vitest";
import { bareMetalCommandSteps, commandSteps } from "#contracts/commands.ts";
import { commandDefinitions } from "./command-definitions.ts";

test("the registry has the kinds and steps of the contract, for which the console has labels", () => {
  const registered = Object.entries(commandDefinitions).map(
    ([kind, { steps }]) => [kind, steps.map(({ name }) => name)] as const,
  );
  const bareMetal = Object.entries(bareMetalCommandSteps).map(
    ([kind, steps]) => [`bare_metal.${kind}`, steps] as const,
  );
  expect(Object.fromEntries(registered)).toEqual({
    ...commandSteps,
    ...Object.fromEntries(bareMetal),
  });
});

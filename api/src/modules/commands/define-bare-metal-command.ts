/** Adapts commands that work on bare metal to the engine. */
import {
  adaptSteps,
  type BareMetalCommandDefinition,
  type CommandDefinition,
  type ItemCommandDefinition,
  requirePart,
} from "./command-definition.ts";

export const defineBareMetalCommand = ({
  steps,
  onFailure,
  ...rules
}: BareMetalCommandDefinition): CommandDefinition => ({
  ...rules,
  provider: "bare_metal",
  steps: adaptSteps(steps, (context) => ({
    ...context,
    instance: requirePart(context.instance, "an instance"),
    bareMetal: requirePart(context.bareMetal, "bare metal"),
  })),
  ...(onFailure === undefined
    ? {}
    : {
        onFailure: (tx, { instance, item }, code, now, failure) =>
          onFailure(
            tx,
            { instance: requirePart(instance, "an instance"), item },
            code,
            now,
            failure,
          ),
      }),
});

export const defineItemCommand = ({
  steps,
  onFailure,
  ...rules
}: ItemCommandDefinition): CommandDefinition => ({
  ...rules,
  provider: "bare_metal",
  steps: adaptSteps(steps, (context) => ({
    ...context,
    item: requirePart(context.item, "an item"),
    bareMetal: requirePart(context.bareMetal, "bare metal"),
  })),
  ...(onFailure === undefined
    ? {}
    : {
        onFailure: (tx, { item }, code, now, failure) =>
          onFailure(tx, requirePart(item, "an item"), code, now, failure),
      }),
});

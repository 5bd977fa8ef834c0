import { useEffect, useState } from "react";
import type { Endpoint } from "#contracts/endpoint.ts";
import type { BodyValidation } from "../api/body-validation.ts";
import { loadSchema } from "../api/endpoint-schema.ts";
import { loadAhead } from "../browser/idle.ts";

/** The loaded validations, by endpoint id. */
const loaded = new Map<string, BodyValidation>();

/** An endpoint without a body accepts any values of its form. */
const acceptsAll: BodyValidation = { errorsOf: () => ({}), limitOf: () => undefined };

async function load({ id, body }: Endpoint): Promise<BodyValidation> {
  if (body === undefined) return acceptsAll;
  const known = loaded.get(id);
  if (known !== undefined) return known;
  const [{ validationOf }, schema] = await Promise.all([
    import("../api/body-validation.ts"),
    loadSchema(body),
  ]);
  const validation = validationOf(schema);
  loaded.set(id, validation);
  return validation;
}

/**
 * The validation of an endpoint's body; null until its code has arrived. It is loaded once the page is idle, and on
 * demand by `load`, which resolves to null when it can't be loaded: then the server alone validates.
 */
export function useBodyValidation(endpoint: Endpoint): {
  readonly validation: BodyValidation | null;
  readonly load: () => Promise<BodyValidation | null>;
} {
  const [validation, setValidation] = useState(() =>
    endpoint.body === undefined ? acceptsAll : (loaded.get(endpoint.id) ?? null),
  );
  useEffect(() => {
    if (validation !== null) return undefined;
    return loadAhead(async () => setValidation(await load(endpoint)));
  }, [endpoint, validation]);
  return {
    validation,
    load: async () => {
      try {
        const ready = await load(endpoint);
        setValidation(ready);
        return ready;
      } catch {
        return null;
      }
    },
  };
}

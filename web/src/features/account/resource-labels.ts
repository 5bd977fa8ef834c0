import { msg } from "@lingui/core/macro";
import type { accountResource } from "#contracts/account.ts";
import type { authResource } from "#contracts/auth.ts";
import type { sessionsResource } from "#contracts/sessions.ts";
import { type AnyResourceLabels, labelResource } from "../../lib/features/feature-declaration.ts";

export const labels: readonly AnyResourceLabels[] = [
  labelResource<typeof accountResource>({ resource: "account", label: msg`Account` }),
  labelResource<typeof authResource>({ resource: "auth", label: msg`Sign-in` }),
  labelResource<typeof sessionsResource>({ resource: "sessions", label: msg`Sessions` }),
];

/** Labels of the factors of a sign-in. */
import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { SignInFactors, SecondFactor } from "#contracts/sign-in-factors.ts";
import { providerNames } from "../../../lib/session/oauth.ts";

const firstFactorLabels = { password: msg`Password`, passkey: msg`Passkey` } as const;
const secondFactorLabels: Record<SecondFactor, MessageDescriptor> = {
  authenticator: msg`authenticator app`,
  recovery_code: msg`recovery code`,
  passkey: msg`passkey`,
  mail_code: msg`email code`,
};

export function factorsLabel(i18n: I18n, { firstFactor, secondFactor }: SignInFactors): string {
  const firstLabel =
    firstFactor === "password" || firstFactor === "passkey"
      ? i18n._(firstFactorLabels[firstFactor])
      : providerNames[firstFactor];
  return secondFactor === null
    ? firstLabel
    : `${firstLabel} + ${i18n._(secondFactorLabels[secondFactor])}`;
}

/** Profile attributes: they are not used for sign-in. */
import { assertMinimumAge, tosVersion } from "../auth/accounts/eligibility.ts";
import type { FieldChange as Noted } from "../../core/audit/audit.ts";
import { type AttributeHandler, defaultUpdateResult, type UpdateContext } from "./update-types.ts";
import { acceptTerms, setDob, setLocale, setName, setTimezone } from "./store.ts";

const auditChanges = ({ caller, audit }: UpdateContext, changes: Noted[]): void =>
  audit({ target: { type: "user", id: caller.user.id, name: caller.user.email }, changes });

export const nameAttribute: AttributeHandler<"name"> = async (
  _deps,
  _preparation,
  { firstName, lastName },
) => {
  return async (context) => {
    const { tx, now, caller } = context;
    await setName(tx, caller.user.id, { firstName, lastName }, now);
    auditChanges(context, [
      { field: "firstName", from: caller.user.firstName, to: firstName },
      { field: "lastName", from: caller.user.lastName, to: lastName },
    ]);
    return defaultUpdateResult;
  };
};

export const localeAttribute: AttributeHandler<"locale"> =
  async (_deps, _preparation, change) => async (context) => {
    const { tx, now, caller } = context;
    await setLocale(tx, caller.user.id, change.locale, now);
    auditChanges(context, [{ field: "locale", from: caller.user.locale, to: change.locale }]);
    return defaultUpdateResult;
  };

export const timezoneAttribute: AttributeHandler<"timezone"> =
  async (_deps, _preparation, change) => async (context) => {
    const { tx, now, caller } = context;
    await setTimezone(tx, caller.user.id, change.timezone, now);
    auditChanges(context, [{ field: "timezone", from: caller.user.timezone, to: change.timezone }]);
    return defaultUpdateResult;
  };

export const dobAttribute: AttributeHandler<"dob"> = async (_deps, { now }, change) => {
  if (change.dob !== null) assertMinimumAge(change.dob, now);
  return async (context) => {
    await setDob(context.tx, context.caller.user.id, change.dob, context.now);
    auditChanges(context, [{ field: "dob", from: null, to: "changed" }]);
    return defaultUpdateResult;
  };
};

export const termsAttribute: AttributeHandler<"terms"> = async () => async (context) => {
  const { tx, now, caller, request } = context;
  await acceptTerms(tx, caller.user.id, { version: tosVersion, ip: request.ip }, now);
  auditChanges(context, [{ field: "tosVersion", from: null, to: tosVersion }]);
  return defaultUpdateResult;
};

/** What a person says about themselves; nobody signs in with it. */
import { demandOfAge, tosVersion } from "../auth/conditions.ts";
import type { Change as Noted } from "../core/audit.ts";
import { type Changing, nothingElse, type Updating } from "./parts.ts";
import { acceptTerms, setDob, setLocale, setName, setTimezone } from "./store.ts";

const noteChange = ({ caller, note }: Updating, changes: Noted[]): void =>
  note({ target: { type: "user", id: caller.user.id, name: caller.user.email }, changes });

export const name: Changing<"name"> = async (_parts, _asked, { firstName, lastName }) => {
  return async (context) => {
    const { tx, now, caller } = context;
    await setName(tx, caller.user.id, { firstName, lastName }, now);
    noteChange(context, [
      { field: "firstName", from: caller.user.firstName, to: firstName },
      { field: "lastName", from: caller.user.lastName, to: lastName },
    ]);
    return nothingElse;
  };
};

export const locale: Changing<"locale"> = async (_parts, _asked, change) => async (context) => {
  const { tx, now, caller } = context;
  await setLocale(tx, caller.user.id, change.locale, now);
  noteChange(context, [{ field: "locale", from: caller.user.locale, to: change.locale }]);
  return nothingElse;
};

export const timezone: Changing<"timezone"> = async (_parts, _asked, change) => async (context) => {
  const { tx, now, caller } = context;
  await setTimezone(tx, caller.user.id, change.timezone, now);
  noteChange(context, [{ field: "timezone", from: caller.user.timezone, to: change.timezone }]);
  return nothingElse;
};

export const dob: Changing<"dob"> = async (_parts, { now }, change) => {
  if (change.dob !== null) demandOfAge(change.dob, now);
  return async (context) => {
    await setDob(context.tx, context.caller.user.id, change.dob, context.now);
    noteChange(context, [{ field: "dob", from: null, to: "changed" }]);
    return nothingElse;
  };
};

export const terms: Changing<"terms"> = async () => async (context) => {
  const { tx, now, caller, request } = context;
  await acceptTerms(tx, caller.user.id, { version: tosVersion, ip: request.ip }, now);
  noteChange(context, [{ field: "tosVersion", from: null, to: tosVersion }]);
  return nothingElse;
};

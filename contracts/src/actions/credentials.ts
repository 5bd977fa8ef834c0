/** What may be done with an SSH key. */
import { createReason } from "../problem-reasons.ts";
import { credentials, type ListedCredential } from "../credentials.ts";
import { defineAction } from "./action.ts";

type CredentialSubject = Pick<ListedCredential, "isDefault" | "isOnlyKey" | "createdBy">;

export const credentialActions = {
  setDefault: defineAction<Pick<CredentialSubject, "isDefault">>(credentials.setDefault, {
    unavailable: ({ isDefault }) =>
      isDefault ? { ...createReason("key_is_default"), isRepeat: true } : null,
  }),
  remove: defineAction<CredentialSubject>(credentials.remove, {
    owner: ({ createdBy }) => createdBy,
    notOwn: { code: "not_own_key", message: "Your role can delete only keys you added" },
    unavailable: ({ isDefault, isOnlyKey }) =>
      isDefault && !isOnlyKey
        ? {
            code: "default_key_needed",
            message: "Make another key the default first",
            problem: "cannot_delete_default",
          }
        : null,
  }),
};

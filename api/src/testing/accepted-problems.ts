/** Statuses that the authorization matrix accepts besides success, by endpoint. */
import { billingProblems } from "./billing-bodies.ts";

/** Problems that authorized callers get because of missing data in the test environment. */
export const alsoFine: Record<string, readonly number[]> = {
  ...billingProblems,
  // No setup with that id was completed.
  "billing.addPaymentMethod": [422],
  // An earlier caller's request is open.
  "billing.requestLimitChange": [422],
  // No OAuth provider issued that code.
  "account.linkIdentity": [401],
  // No user of this test has a password.
  "account.confirm": [401],
  // No user has an avatar with that URL.
  "account.avatar": [404],
  // A session is not an access token.
  "tokens.current": [404],
  // No device created that passkey, and none is stored under that id.
  "account.addPasskey": [422],
  "account.removePasskey": [404],
  // No token with that id exists.
  "tokens.removeOwn": [404],
  // No data copy was sent with that token.
  "account.downloadDataCopy": [404],
  // The owner has members and instances.
  "account.deactivate": [400],
  // The owner is responsible for the workspace.
  "members.leave": [400],
  // The workspace has running instances.
  "workspaces.remove": [409],
  // Instances of this test have no server at a provider.
  "instances.reset": [409],
  "adminInstances.reset": [409],
  "instances.reinstall": [409],
  // The item of this test was never used, so its disks hold no data.
  "bareMetalItems.retryErasure": [409],
  // No worker runs in this test, so the first sync stays open.
  "infrastructure.sync": [409],
  // The requests of this test are no upgrades.
  "instanceConsole.connect": [426],
  "instances.terminate": [409],
  // They were not terminated.
  "instances.restore": [409],
};

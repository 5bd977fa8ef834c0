/** All email templates by name. Names must not change: jobs queued by the previous release contain them. */
import type { MailTemplate } from "./define-mail.ts";
import type { NotificationTemplate } from "./security-notification.ts";
import { accountDeactivated } from "./templates/account-deactivated.ts";
import { accountFrozen } from "./templates/account-frozen.ts";
import { accountRestored } from "./templates/account-restored.ts";
import { alreadyRegistered } from "./templates/already-registered.ts";
import { budgetAlert } from "./templates/budget-alert.ts";
import { cardExpired } from "./templates/card-expired.ts";
import { cardExpiring } from "./templates/card-expiring.ts";
import { chargeFailed } from "./templates/charge-failed.ts";
import { automaticTopUpFailed } from "./templates/automatic-top-up-failed.ts";
import { changeEmail } from "./templates/change-email.ts";
import { creditNoteIssued } from "./templates/credit-note-issued.ts";
import { dataCopyReady } from "./templates/data-copy-ready.ts";
import { emailChangeRequested } from "./templates/email-change-requested.ts";
import { emailChanged } from "./templates/email-changed.ts";
import { identityLinked } from "./templates/identity-linked.ts";
import { identityUnlinked } from "./templates/identity-unlinked.ts";
import { impersonated } from "./templates/impersonated.ts";
import { invoiceIssued } from "./templates/invoice-issued.ts";
import { invoiceOverdue } from "./templates/invoice-overdue.ts";
import { invitation } from "./templates/invitation.ts";
import { limitApproved } from "./templates/limit-approved.ts";
import { limitRejected } from "./templates/limit-rejected.ts";
import { memberAdded } from "./templates/member-added.ts";
import { memberJoined } from "./templates/member-joined.ts";
import { memberRemoved } from "./templates/member-removed.ts";
import { newDevice } from "./templates/new-device.ts";
import { orderExpired } from "./templates/order-expired.ts";
import { orderFailed } from "./templates/order-failed.ts";
import { orderStarted } from "./templates/order-started.ts";
import { ownerReassigned } from "./templates/owner-reassigned.ts";
import { ownershipGiven } from "./templates/ownership-given.ts";
import { ownershipReceived } from "./templates/ownership-received.ts";
import { passkeyAdded } from "./templates/passkey-added.ts";
import { passkeyCopied } from "./templates/passkey-copied.ts";
import { passkeyRemoved } from "./templates/passkey-removed.ts";
import { passwordChanged } from "./templates/password-changed.ts";
import { passwordKnown } from "./templates/password-known.ts";
import { passwordReset } from "./templates/password-reset.ts";
import { paymentReceipt } from "./templates/payment-receipt.ts";
import { promoCreditExpiring } from "./templates/promo-credit-expiring.ts";
import { recoveryCodeUsed } from "./templates/recovery-code-used.ts";
import { recoveryCodesNew } from "./templates/recovery-codes-new.ts";
import { resetPassword } from "./templates/reset-password.ts";
import { roleChanged } from "./templates/role-changed.ts";
import { signInCode } from "./templates/sign-in-code.ts";
import { spendingAlert } from "./templates/spending-alert.ts";
import { suspendedOverdue } from "./templates/suspended-overdue.ts";
import { suspensionAnnounced } from "./templates/suspension-announced.ts";
import { overdueSuspensionLifted } from "./templates/overdue-suspension-lifted.ts";
import { suspensionLifted } from "./templates/suspension-lifted.ts";
import { thresholdEndedInstances } from "./templates/threshold-ended-instances.ts";
import { tokenExpiring } from "./templates/token-expiring.ts";
import { tokenReuse } from "./templates/token-reuse.ts";
import { twoFactorOff } from "./templates/two-factor-off.ts";
import { twoFactorOn } from "./templates/two-factor-on.ts";
import { verifyEmail } from "./templates/verify-email.ts";
import { webhookDisabled } from "./templates/webhook-disabled.ts";
import { workspaceSuspended } from "./templates/workspace-suspended.ts";

/** Sent by sendSecurityNotification, which adds the time, device and IP address. */
export const notificationTemplates = {
  new_device: newDevice,
  password_known: passwordKnown,
  token_reuse: tokenReuse,
  password_changed: passwordChanged,
  password_reset: passwordReset,
  email_change_requested: emailChangeRequested,
  email_changed: emailChanged,
  two_factor_on: twoFactorOn,
  two_factor_off: twoFactorOff,
  recovery_code_used: recoveryCodeUsed,
  recovery_codes_new: recoveryCodesNew,
  passkey_added: passkeyAdded,
  passkey_removed: passkeyRemoved,
  passkey_copied: passkeyCopied,
  identity_linked: identityLinked,
  identity_unlinked: identityUnlinked,
  account_frozen: accountFrozen,
  account_deactivated: accountDeactivated,
  account_restored: accountRestored,
  impersonated: impersonated,
  data_copy_ready: dataCopyReady,
  ownership_given: ownershipGiven,
} as const satisfies Record<string, NotificationTemplate>;

const otherTemplates = {
  "verify-email": verifyEmail,
  "already-registered": alreadyRegistered,
  "reset-password": resetPassword,
  "change-email": changeEmail,
  "sign-in-code": signInCode,
  "token-expiring": tokenExpiring,
  invitation,
  "member-added": memberAdded,
  "member-joined": memberJoined,
  "member-removed": memberRemoved,
  "order-started": orderStarted,
  "order-expired": orderExpired,
  "order-failed": orderFailed,
  "limit-approved": limitApproved,
  "limit-rejected": limitRejected,
  "role-changed": roleChanged,
  "automatic-top-up-failed": automaticTopUpFailed,
  "budget-alert": budgetAlert,
  "card-expired": cardExpired,
  "card-expiring": cardExpiring,
  "promo-credit-expiring": promoCreditExpiring,
  "charge-failed": chargeFailed,
  "invoice-overdue": invoiceOverdue,
  "spending-alert": spendingAlert,
  "suspended-overdue": suspendedOverdue,
  "suspension-announced": suspensionAnnounced,
  "threshold-ended-instances": thresholdEndedInstances,
  "suspension-lifted": suspensionLifted,
  "overdue-suspension-lifted": overdueSuspensionLifted,
  "webhook-disabled": webhookDisabled,
  "workspace-suspended": workspaceSuspended,
  "owner-reassigned": ownerReassigned,
  "ownership-received": ownershipReceived,
  "invoice-issued": invoiceIssued,
  "credit-note-issued": creditNoteIssued,
  "payment-receipt": paymentReceipt,
} as const satisfies Record<string, MailTemplate>;

export const mailTemplates = { ...otherTemplates, ...notificationTemplates };

/** Domains that cannot hold a real account: disposable mailboxes and names reserved for documentation. */
const blockedDomains = new Set(
  (
    "10minutemail.com 20minutemail.com burnermail.io dispostable.com discard.email emailondeck.com fakeinbox.com getnada.com grr.la " +
    "guerrillamail.biz guerrillamail.com guerrillamail.de guerrillamail.net guerrillamail.org inboxkitten.com mailcatch.com maildrop.cc " +
    "mailinator.com mailinator.net mailnesia.com mailsac.com mintemail.com moakt.com mohmal.com mytemp.email nada.email sharklasers.com " +
    "spam4.me spamgourmet.com temp-mail.io temp-mail.org tempail.com tempmail.com tempmail.net tempr.email throwawaymail.com trash-mail.com " +
    "trashmail.com trashmail.de trashmail.net wegwerfmail.de yopmail.com yopmail.fr yopmail.net invalid localhost"
  ).split(" "),
);

/** A subdomain of a blocked domain is blocked too. */
export function isEmailDomainBlocked(email: string): boolean {
  const labels = email
    .slice(email.lastIndexOf("@") + 1)
    .toLowerCase()
    .split(".");
  return labels.some((_, at) => blockedDomains.has(labels.slice(at).join(".")));
}

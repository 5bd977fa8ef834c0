/** Cards with the details of a user. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { User } from "#contracts/users.ts";
import { factorsLabel } from "../auth/shared/factor-labels.ts";
import { languageNames } from "../../lib/i18n/i18n.ts";
import { providerNames } from "../../lib/session/oauth.ts";
import { useHasStaffPermission } from "../../lib/session/permissions.ts";
import { staffRoleLabel } from "../../lib/i18n/messages.ts";
import { Card } from "../../ui/card.tsx";
import { CopyText, DescriptionList, RelativeTime } from "../../ui/description-list.tsx";
import { Callout } from "../../ui/feedback.tsx";
import styles from "./admin.module.css";

export function UserDetailsCard({ user }: { user: User }) {
  const { t } = useLingui();
  return (
    <Card title={t`User`}>
      {user.deactivateMessage !== null && user.deactivateMessage !== "" && (
        <div style={{ marginBottom: 14 }}>
          <Callout>
            <p>
              <strong>
                <Trans>Reason for leaving</Trans>
              </strong>
            </p>
            <p>{user.deactivateMessage}</p>
          </Callout>
        </div>
      )}
      <div className={styles["details"]}>
        <DescriptionList
          pairs={[
            [t`First name`, user.firstName],
            [t`Last name`, user.lastName],
            [t`Email`, user.email],
            [t`New email (unverified)`, user.pendingEmail],
            [
              t`Verified`,
              user.emailVerifiedAt === null ? (
                t`No`
              ) : (
                <RelativeTime at={user.emailVerifiedAt} exact />
              ),
            ],
          ]}
        />
        <DescriptionList
          pairs={[
            [t`Language`, languageNames[user.locale]],
            [t`Time zone`, user.timezone],
            [t`Registered`, <RelativeTime key="created" at={user.createdAt} exact />],
            [t`ID`, <CopyText key="id" text={user.id} what={t`ID`} />],
          ]}
        />
      </div>
    </Card>
  );
}

export function UserSignInCard({ user }: { user: User }) {
  const { t, i18n } = useLingui();
  return (
    <Card title={t`Sign-in`}>
      <DescriptionList
        pairs={[
          [t`Staff role`, user.staffRole === null ? null : <StaffRole key="role" user={user} />],
          [t`Two-factor authentication`, user.twoFactorEnabled ? t`On` : t`Off`],
          [t`Passkeys`, user.passkeyCount],
          [
            t`Linked accounts`,
            user.identities.length === 0
              ? "–"
              : user.identities.map(({ provider, email }) => (
                  <div key={`${provider} ${email}`}>
                    {providerNames[provider]}: {email}
                  </div>
                )),
          ],
          [t`Active sessions`, user.liveSessions],
          [
            t`Last sign-in method`,
            user.lastSignedInWith === null ? "–" : factorsLabel(i18n, user.lastSignedInWith),
          ],
          [
            t`Last active`,
            user.lastActiveAt === null ? "–" : <RelativeTime key="active" at={user.lastActiveAt} />,
          ],
        ]}
      />
    </Card>
  );
}

/** The staff role; links to the user who granted it, if the viewer may open that page. */
function StaffRole({ user: { staffRole, email } }: { user: User }) {
  const { i18n } = useLingui();
  const seesStaff = useHasStaffPermission("staff.staff_role.view");
  if (staffRole === null) return null;
  const word = staffRoleLabel(i18n, staffRole);
  return seesStaff ? (
    <Link to="/admin/staff" search={{ search: email }}>
      {word}
    </Link>
  ) : (
    word
  );
}

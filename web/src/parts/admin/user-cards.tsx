/** What is known of a person, card by card. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { User } from "#contracts/users.ts";
import { wordFactors } from "../../lib/factors.ts";
import { languageNames } from "../../lib/i18n.ts";
import { providerNames } from "../../lib/other-sign-in.ts";
import { useStaffCan } from "../../lib/permissions.ts";
import { wordRole, wordStaffRole } from "../../lib/wording.ts";
import { Card } from "../../ui/card.tsx";
import { CopyText, KeyValue, Time } from "../../ui/facts.tsx";
import { Callout } from "../../ui/notices.tsx";
import { Badge } from "../../ui/status.tsx";
import { type Column, NameCell, Table } from "../../ui/table.tsx";

export function UserDetails({ user }: { user: User }) {
  const { t } = useLingui();
  return (
    <Card title={t`Person`}>
      {user.deactivateMessage !== null && user.deactivateMessage !== "" && (
        <div style={{ marginBottom: 14 }}>
          <Callout>
            <p>
              <strong>
                <Trans>Said on leaving</Trans>
              </strong>
            </p>
            <p>{user.deactivateMessage}</p>
          </Callout>
        </div>
      )}
      <KeyValue
        pairs={[
          [t`First name`, user.firstName],
          [t`Last name`, user.lastName],
          [t`E-mail`, user.email],
          [t`New e-mail, not proven yet`, user.pendingEmail],
          [
            t`E-mail verified`,
            user.emailVerifiedAt === null ? t`No` : <Time at={user.emailVerifiedAt} exact />,
          ],
          [t`Language`, languageNames[user.locale]],
          [t`Time zone`, user.timezone],
          [t`Registered`, <Time key="created" at={user.createdAt} exact />],
          [t`Id`, <CopyText key="id" text={user.id} what={t`the id`} />],
        ]}
      />
    </Card>
  );
}

export function UserSignIn({ user }: { user: User }) {
  const { t, i18n } = useLingui();
  return (
    <Card title={t`Signing in`}>
      <KeyValue
        pairs={[
          [t`Staff role`, user.staffRole === null ? null : <StaffRole key="role" user={user} />],
          [t`Second factor`, user.twoFactorEnabled ? t`On` : t`Off`],
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
          [t`Live sessions`, user.liveSessions],
          [
            t`Last signed in with`,
            user.lastSignedInWith === null ? "–" : wordFactors(i18n, user.lastSignedInWith),
          ],
          [
            t`Last active`,
            user.lastActiveAt === null ? "–" : <Time key="active" at={user.lastActiveAt} />,
          ],
        ]}
      />
    </Card>
  );
}

/** With the way to who gave it, for whoever may look there. */
function StaffRole({ user: { staffRole, email } }: { user: User }) {
  const { i18n } = useLingui();
  const seesStaff = useStaffCan("staff.staff_role.view");
  if (staffRole === null) return null;
  const word = wordStaffRole(i18n, staffRole);
  return seesStaff ? (
    <Link to="/admin/staff" search={{ search: email }}>
      {word}
    </Link>
  ) : (
    word
  );
}

export function UserWorkspaces({ user: { workspaces } }: { user: User }) {
  const { t, i18n } = useLingui();
  const seesWorkspaces = useStaffCan("staff.workspace.view");
  const columns: Column<User["workspaces"][number]>[] = [
    {
      key: "name",
      header: t`Name`,
      cell: ({ id, name, handle, isDefault }) => (
        <NameCell second={handle}>
          {seesWorkspaces ? (
            <Link to="/admin/workspaces/$workspaceID" params={{ workspaceID: id }}>
              {name}
            </Link>
          ) : (
            name
          )}{" "}
          {isDefault && <Badge>{t`Default`}</Badge>}
        </NameCell>
      ),
    },
    { key: "role", header: t`Role`, cell: ({ role }) => wordRole(i18n, role) },
  ];
  return (
    <Card
      title={
        <Plural value={workspaces.length} _0="In no workspace" one="Workspace" other="Workspaces" />
      }
      flush={workspaces.length > 0}
    >
      {workspaces.length === 0 ? (
        <p>
          <Trans>Nobody has taken this person into a workspace, and they have opened none.</Trans>
        </p>
      ) : (
        <Table
          caption={t`Workspaces`}
          columns={columns}
          rows={workspaces}
          rowKey={({ id }) => id}
        />
      )}
    </Card>
  );
}

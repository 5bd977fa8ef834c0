/** How Boreal signs in to Keystone: as an account with a password, or with an application credential. */

export interface PasswordCredentials {
  username: string;
  password: string;
  projectName: string;
  userDomainName: string;
  projectDomainName: string;
}

/** Belongs to one project and can be revoked without changing the account's password. */
export interface ApplicationCredential {
  applicationCredentialId: string;
  applicationCredentialSecret: string;
}

export type Credentials = PasswordCredentials | ApplicationCredential;

/** The `auth` object of a token request. An application credential has no scope: its project is fixed. */
export function toAuthRequest(credentials: Credentials): object {
  if ("applicationCredentialId" in credentials) {
    const { applicationCredentialId: id, applicationCredentialSecret: secret } = credentials;
    return {
      identity: { methods: ["application_credential"], application_credential: { id, secret } },
    };
  }
  const { username, password, projectName, userDomainName, projectDomainName } = credentials;
  return {
    identity: {
      methods: ["password"],
      password: { user: { name: username, domain: { name: userDomainName }, password } },
    },
    scope: { project: { name: projectName, domain: { name: projectDomainName } } },
  };
}

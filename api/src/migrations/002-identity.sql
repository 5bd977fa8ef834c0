-- People, their sessions, and the one-use tokens in their mails.
CREATE TABLE user_account (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  email_key text COLLATE "C" NOT NULL,
  email_verified_at timestamptz,
  password_hash text,
  password_changed_at timestamptz,
  status text NOT NULL DEFAULT 'unverified'
    CHECK (status IN ('unverified', 'active', 'frozen', 'deactivated', 'deleted')),
  first_name text NOT NULL,
  last_name text NOT NULL,
  dob date,
  locale text NOT NULL,
  timezone text NOT NULL,
  is_over_18 boolean NOT NULL,
  tos_version text NOT NULL,
  tos_accepted_at timestamptz NOT NULL,
  tos_ip inet,
  two_factor_enabled_at timestamptz,
  auth_epoch integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX user_account_email ON user_account (email_key) WHERE status <> 'deleted';

CREATE TABLE session (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES user_account,
  auth_type text NOT NULL CHECK (auth_type IN ('login-attempt', 'password', 'oauth', 'impersonate')),
  salt bytea NOT NULL,
  generation integer NOT NULL DEFAULT 1,
  token_hash bytea NOT NULL,
  previous_token_hash bytea,
  rotated_at timestamptz NOT NULL,
  successor_used_at timestamptz,
  expires_at timestamptz NOT NULL,
  absolute_expires_at timestamptz NOT NULL,
  auth_epoch integer NOT NULL,
  admin_id uuid REFERENCES user_account,
  admin_role text,
  parent_session_id uuid REFERENCES session,
  ip inet,
  user_agent text,
  revoked_at timestamptz,
  revoked_reason text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK ((auth_type = 'impersonate') = (admin_id IS NOT NULL AND admin_role IS NOT NULL AND parent_session_id IS NOT NULL))
);
CREATE INDEX session_live ON session (user_id, created_at) WHERE revoked_at IS NULL;

CREATE TABLE action_token (
  id uuid PRIMARY KEY,
  purpose text NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  user_id uuid REFERENCES user_account,
  payload jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  consumed_at timestamptz,
  superseded_at timestamptz
);
CREATE INDEX action_token_of_user ON action_token (user_id, purpose) WHERE consumed_at IS NULL;

-- Counted before the work they guard, in a transaction of their own.
CREATE TABLE throttle (
  key bytea PRIMARY KEY,
  window_start timestamptz NOT NULL,
  count integer NOT NULL,
  blocked_until timestamptz,
  times_blocked integer NOT NULL DEFAULT 0
);

CREATE TABLE user_staff_role (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES user_account,
  staff_role_id text NOT NULL CHECK (staff_role_id IN ('Admin', 'BusinessAdmin', 'Support')),
  assigned_at timestamptz NOT NULL,
  expired_at timestamptz
);
CREATE UNIQUE INDEX user_staff_role_active ON user_staff_role (user_id) WHERE expired_at IS NULL;

-- boreal_app may show who someone is, and nothing that would let it sign in as them.
GRANT SELECT (id, email, first_name, last_name, status, locale, timezone, two_factor_enabled_at) ON user_account TO boreal_app;
GRANT SELECT, INSERT, UPDATE ON user_account, session, action_token, throttle, user_staff_role TO boreal_system;
GRANT DELETE ON action_token, throttle TO boreal_system;

-- People, their sessions, and the one-use tokens in their mails.
CREATE TABLE user_account (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  email_key text COLLATE "C" NOT NULL,
  email_verified_at timestamptz,
  password_hash text,
  password_changed_at timestamptz,
  -- Found among stolen ones at a sign-in.
  must_change_password boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'unverified'
    CHECK (status IN ('unverified', 'active', 'frozen', 'deactivated', 'deleted')),
  deactivate_message text,
  first_name text NOT NULL,
  last_name text NOT NULL,
  -- As staff search for it.
  name_key text COLLATE "C" GENERATED ALWAYS AS (lower(first_name || ' ' || last_name)) STORED,
  dob date,
  locale text NOT NULL,
  timezone text NOT NULL,
  is_over_18 boolean NOT NULL,
  -- Empty until accepted, which people who come through another provider do after signing in.
  tos_version text,
  tos_accepted_at timestamptz,
  tos_ip inet,
  two_factor_enabled_at timestamptz,
  -- Sealed with a key outside the database, for this account alone.
  totp_secret bytea,
  -- The newest step a code was accepted of: none works twice.
  totp_last_step bigint,
  -- The address before the last change, which a freeze within a week gives back.
  previous_email text,
  email_changed_at timestamptz,
  -- Random, new with every picture; part of its address.
  avatar_id uuid,
  auth_epoch integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX user_account_email ON user_account (email_key) WHERE status <> 'deleted';
CREATE INDEX user_account_created ON user_account (created_at, id);
CREATE INDEX user_account_last_name ON user_account (lower(last_name), id);
-- Staff find people by any part of an address or a name.
CREATE INDEX user_account_email_parts ON user_account USING gin (email_key gin_trgm_ops);
CREATE INDEX user_account_name_parts ON user_account USING gin (name_key gin_trgm_ops);
-- One or two letters are too few for these: they are how an address, a first or a last name begins.
CREATE INDEX user_account_email_start ON user_account (email_key);
CREATE INDEX user_account_name_start ON user_account (name_key);
CREATE INDEX user_account_last_name_start ON user_account (lower(last_name) text_pattern_ops);
CREATE INDEX user_account_status ON user_account (status, created_at, id);

-- Apart from the account, so that no query about people carries pictures.
CREATE TABLE avatar (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL UNIQUE REFERENCES user_account,
  image bytea NOT NULL,
  created_at timestamptz NOT NULL
);

-- Accounts elsewhere that sign in as this person; known by their subject, never by their address.
CREATE TABLE user_identity (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES user_account,
  provider text NOT NULL CHECK (provider IN ('google', 'github')),
  subject text COLLATE "C" NOT NULL,
  email_at_link text NOT NULL,
  linked_at timestamptz NOT NULL,
  UNIQUE (provider, subject),
  UNIQUE (user_id, provider)
);

CREATE TABLE passkey (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES user_account,
  name text NOT NULL,
  credential_id text COLLATE "C" NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  -- Grows with every use where the device counts; one that does not grow was copied.
  counter bigint NOT NULL,
  transports text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkey_of_user ON passkey (user_id);

CREATE TABLE recovery_code (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES user_account,
  code_hash bytea NOT NULL UNIQUE,
  used_at timestamptz
);
CREATE INDEX recovery_code_of_user ON recovery_code (user_id) WHERE used_at IS NULL;

-- Browsers that have shown a second step, or the mail's code, before.
CREATE TABLE known_device (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES user_account,
  token_hash bytea NOT NULL UNIQUE,
  label text NOT NULL,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX known_device_of_user ON known_device (user_id);

-- Values that may be used once though nothing was stored when they were handed out: the binding of a registration's secret, a passkey's challenge.
CREATE TABLE used_nonce (
  nonce_hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);

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
  -- What was shown to begin it, and after that where something was; of staff's own as somebody the parent tells.
  first_factor text CHECK (first_factor IN ('password', 'passkey', 'google', 'github')),
  second_factor text CHECK (second_factor IN ('authenticator', 'recovery_code', 'passkey', 'mail_code')),
  -- What a login-attempt waits for, and how often it was tried in vain.
  second_step text CHECK (second_step IN ('token', '2fa')),
  step_attempts integer NOT NULL DEFAULT 0,
  -- When who it is was last proven: at the beginning, or again since.
  reauth_at timestamptz,
  -- Set while staff act as a customer: the session waits and cannot be used.
  parked_at timestamptz,
  admin_id uuid REFERENCES user_account,
  admin_role text,
  parent_session_id uuid REFERENCES session,
  ip inet,
  user_agent text,
  revoked_at timestamptz,
  revoked_reason text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK ((auth_type = 'login-attempt') = (second_step IS NOT NULL)),
  CHECK ((auth_type = 'impersonate') = (first_factor IS NULL)),
  CHECK (second_factor IS NULL OR auth_type IN ('password', 'oauth')),
  CHECK ((auth_type = 'impersonate') = (admin_id IS NOT NULL AND admin_role IS NOT NULL AND parent_session_id IS NOT NULL))
);
CREATE INDEX session_live ON session (user_id, created_at) WHERE revoked_at IS NULL;
CREATE INDEX session_of_user ON session (user_id);
CREATE INDEX session_of_admin ON session (admin_id) WHERE admin_id IS NOT NULL;
CREATE INDEX session_of_parent ON session (parent_session_id) WHERE parent_session_id IS NOT NULL;

-- The code mailed for a second step; a newer one takes its place.
CREATE TABLE email_otp (
  session_id uuid PRIMARY KEY REFERENCES session ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL
);

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
  times_blocked integer NOT NULL DEFAULT 0,
  -- Whether an attempt met this block.
  is_met boolean NOT NULL DEFAULT false
);

CREATE TABLE user_staff_role (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES user_account,
  staff_role_id text NOT NULL CHECK (staff_role_id IN ('Admin', 'BusinessAdmin', 'Support')),
  assigned_by uuid REFERENCES user_account,
  assigned_at timestamptz NOT NULL,
  expired_at timestamptz
);
CREATE UNIQUE INDEX user_staff_role_active ON user_staff_role (user_id) WHERE expired_at IS NULL;

-- Copies of a person's own data; the file is sealed, and gone when it expires.
CREATE TABLE data_copy_request (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES user_account,
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'ready', 'failed', 'expired')),
  attempts integer NOT NULL DEFAULT 0,
  file bytea,
  size_bytes integer,
  finished_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX data_copy_open ON data_copy_request (user_id) WHERE status IN ('queued', 'running');
CREATE INDEX data_copy_of_user ON data_copy_request (user_id, created_at DESC);

-- One row while the console is closed.
CREATE TABLE maintenance (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  started_at timestamptz NOT NULL,
  started_by uuid NOT NULL REFERENCES user_account,
  message text
);

-- boreal_app may show who someone is, and nothing that would let it sign in as them.
GRANT SELECT (id, email, email_key, first_name, last_name, status, locale, timezone, two_factor_enabled_at, avatar_id) ON user_account TO boreal_app;
GRANT SELECT, INSERT, UPDATE ON user_account, avatar, user_identity, passkey, recovery_code, known_device, used_nonce, session, email_otp,
  action_token, throttle, user_staff_role, data_copy_request, maintenance TO boreal_system;
GRANT DELETE ON avatar, user_identity, passkey, recovery_code, known_device, used_nonce, session, email_otp, action_token, throttle,
  data_copy_request, maintenance TO boreal_system;

-- Customers: workspaces, who is in them, projects and SSH keys.
CREATE TABLE workspace (
  id uuid PRIMARY KEY,
  handle text NOT NULL UNIQUE,
  name text NOT NULL,
  colour text NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended', 'deactivated')),
  -- It can be restored for a while from then on.
  deactivated_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX workspace_newest ON workspace (created_at DESC, id DESC);

CREATE TABLE user_workspace_role (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspace,
  user_id uuid NOT NULL REFERENCES user_account,
  workspace_role_id text NOT NULL
    CHECK (workspace_role_id IN ('owner', 'administrator', 'team_member', 'limited_team_member', 'billing_administrator')),
  is_default boolean NOT NULL DEFAULT false,
  created_by uuid NOT NULL REFERENCES user_account,
  created_at timestamptz NOT NULL,
  expired_at timestamptz,
  UNIQUE (workspace_id, id)
);
CREATE UNIQUE INDEX one_role_each ON user_workspace_role (workspace_id, user_id) WHERE expired_at IS NULL;
-- A request begins with its person, whose workspaces are few.
CREATE INDEX role_of_user ON user_workspace_role (user_id) WHERE expired_at IS NULL;
CREATE UNIQUE INDEX one_owner ON user_workspace_role (workspace_id) WHERE workspace_role_id = 'owner' AND expired_at IS NULL;
CREATE UNIQUE INDEX one_default ON user_workspace_role (user_id) WHERE is_default AND expired_at IS NULL;

CREATE TABLE project (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspace,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  colour text NOT NULL,
  is_default boolean NOT NULL DEFAULT false,
  created_by uuid NOT NULL REFERENCES user_account,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (workspace_id, id)
);
CREATE UNIQUE INDEX project_name ON project (workspace_id, lower(name));
CREATE UNIQUE INDEX project_default ON project (workspace_id) WHERE is_default;

CREATE TABLE project_grant (
  workspace_id uuid NOT NULL,
  project_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES user_account,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, project_id, user_id),
  FOREIGN KEY (workspace_id, project_id) REFERENCES project (workspace_id, id) ON DELETE CASCADE
);

CREATE TABLE credential (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspace,
  name text NOT NULL,
  type text NOT NULL,
  bits integer,
  public_key text NOT NULL,
  fingerprint_sha256 text NOT NULL,
  comment text NOT NULL DEFAULT '',
  is_default boolean NOT NULL DEFAULT false,
  created_by uuid NOT NULL REFERENCES user_account,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (workspace_id, id),
  UNIQUE (workspace_id, fingerprint_sha256)
);
CREATE UNIQUE INDEX credential_default ON credential (workspace_id) WHERE is_default;

-- A person sees the workspaces they have a role in, also before one is chosen.
ALTER TABLE workspace ENABLE ROW LEVEL SECURITY;
ALTER TABLE workspace FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON workspace TO boreal_app
  USING (id = app_workspace() OR id IN (SELECT workspace_id FROM user_workspace_role WHERE user_id = app_user() AND expired_at IS NULL))
  WITH CHECK (id = app_workspace());
CREATE POLICY everything ON workspace TO boreal_system USING (true) WITH CHECK (true);

ALTER TABLE user_workspace_role ENABLE ROW LEVEL SECURITY;
ALTER TABLE user_workspace_role FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON user_workspace_role TO boreal_app
  USING (workspace_id = app_workspace() OR user_id = app_user())
  WITH CHECK (workspace_id = app_workspace());
CREATE POLICY everything ON user_workspace_role TO boreal_system USING (true) WITH CHECK (true);

CALL build_wall('project_grant');
-- The projects of who sees only some: those the person was granted, or those of the token, which
-- open_token_request has held against its maker's already.
CREATE FUNCTION app_granted_projects() RETURNS SETOF uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT project_id FROM project_grant
   WHERE user_id = app_user() AND coalesce(current_setting('app.token_projects', true), '') = ''
  UNION ALL SELECT unnest(nullif(current_setting('app.token_projects', true), '')::uuid[])
$$;
CALL build_wall('project', 'NOT app_sees_granted_only() OR id IN (SELECT app_granted_projects())');
CALL build_wall('credential');

GRANT SELECT, UPDATE ON workspace TO boreal_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON user_workspace_role, project, project_grant, credential TO boreal_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON workspace, user_workspace_role, project, project_grant, credential TO boreal_system;

-- Opens a request: finds the live session, then the caller's role in the workspace (by id or handle),
-- and only then sets the context that the wall reads. What it cannot find it leaves null, and the
-- queries that were sent together with it see no rows.
CREATE FUNCTION open_request(p_session uuid, p_token_hash bytea, p_workspace text, p_now timestamptz) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  is_id constant boolean := p_workspace ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
  wanted_id constant uuid := CASE WHEN is_id THEN p_workspace::uuid END;
  wanted_handle constant text := CASE WHEN NOT is_id THEN p_workspace END;
  caller record;
BEGIN
  PERFORM set_config('app.user_id', '', true), set_config('app.workspace_id', '', true), set_config('app.reach', '', true),
          set_config('app.token_id', '', true), set_config('app.token_projects', '', true);
  -- One statement, by keys: the session, its person, and of the person's own workspaces the wanted one.
  SELECT s.id AS session_id, s.auth_type, s.generation, s.successor_used_at, s.token_hash, s.expires_at, s.updated_at AS session_updated_at,
         s.absolute_expires_at, s.second_step, s.reauth_at, s.parent_session_id, s.admin_id, s.admin_role,
         u.id AS user_id, u.email, u.first_name, u.last_name, u.locale, u.timezone, u.two_factor_enabled_at, u.password_hash IS NOT NULL AS has_password,
         u.tos_accepted_at IS NULL AS must_accept_terms, u.must_change_password, u.avatar_id,
         EXISTS (SELECT FROM passkey p WHERE p.user_id = u.id) AS has_passkeys,
         t.staff_role_id, a.first_name || ' ' || a.last_name AS admin_name, mine.*
    INTO caller
    FROM session s
    JOIN user_account u ON u.id = s.user_id AND u.status = 'active' AND u.auth_epoch = s.auth_epoch
    LEFT JOIN user_staff_role t ON t.user_id = u.id AND t.expired_at IS NULL AND s.auth_type <> 'login-attempt'
    -- Staff act as someone for as long as their own session waits for them and their role is still theirs.
    LEFT JOIN session parked ON parked.id = s.parent_session_id AND parked.revoked_at IS NULL AND parked.absolute_expires_at > p_now
    LEFT JOIN user_account a ON a.id = parked.user_id AND a.status = 'active' AND a.auth_epoch = parked.auth_epoch
         AND EXISTS (SELECT FROM user_staff_role r WHERE r.user_id = a.id AND r.expired_at IS NULL AND r.staff_role_id = s.admin_role)
    LEFT JOIN LATERAL (
      SELECT w.id AS workspace_id, w.handle, w.name, w.colour, w.status, w.created_at, w.updated_at, r.workspace_role_id
        FROM user_workspace_role r JOIN workspace w ON w.id = r.workspace_id
       WHERE r.user_id = u.id AND r.expired_at IS NULL AND (w.id = wanted_id OR w.handle = wanted_handle
             OR w.id IN (SELECT h.workspace_id FROM workspace_handle h WHERE h.handle = wanted_handle AND h.expires_at > p_now))
         AND w.status <> 'deactivated') mine ON s.auth_type <> 'login-attempt'
   WHERE s.id = p_session AND s.revoked_at IS NULL AND s.expires_at > p_now AND s.parked_at IS NULL
     AND (s.auth_type <> 'impersonate' OR a.id IS NOT NULL)
     AND (p_token_hash = s.token_hash
       -- The one before it: for what was under way when it changed, or until its successor has arrived.
       OR p_token_hash = s.previous_token_hash AND (s.successor_used_at IS NULL OR s.rotated_at >= p_now - interval '60 seconds'));
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF caller.auth_type <> 'login-attempt' THEN
    PERFORM set_config('app.user_id', caller.user_id::text, true);
  END IF;
  IF caller.workspace_id IS NOT NULL THEN
    PERFORM set_config('app.workspace_id', caller.workspace_id::text, true),
            set_config('app.reach', CASE caller.workspace_role_id WHEN 'limited_team_member' THEN 'granted' ELSE 'all' END, true);
  END IF;
  RETURN jsonb_build_object(
    'session', jsonb_build_object('id', caller.session_id, 'authType', caller.auth_type, 'generation', caller.generation,
      'isFirstUse', caller.generation > 1 AND caller.successor_used_at IS NULL AND p_token_hash = caller.token_hash,
      'expiresAt', caller.expires_at, 'updatedAt', caller.session_updated_at,
      'absoluteExpiresAt', caller.absolute_expires_at, 'secondStep', caller.second_step, 'reauthAt', caller.reauth_at,
      'parentSessionId', caller.parent_session_id, 'adminId', caller.admin_id, 'adminRole', caller.admin_role, 'adminName', caller.admin_name),
    'user', jsonb_build_object('id', caller.user_id, 'email', caller.email, 'firstName', caller.first_name,
      'lastName', caller.last_name, 'locale', caller.locale, 'timezone', caller.timezone,
      'twoFactorEnabled', caller.two_factor_enabled_at IS NOT NULL, 'hasPasskeys', caller.has_passkeys, 'hasPassword', caller.has_password,
      'mustAcceptTerms', caller.must_accept_terms, 'mustChangePassword', caller.must_change_password, 'avatarId', caller.avatar_id),
    'staffRole', caller.staff_role_id,
    'workspace', CASE WHEN caller.workspace_id IS NULL THEN NULL ELSE jsonb_build_object(
      'id', caller.workspace_id, 'handle', caller.handle, 'name', caller.name, 'colour', caller.colour,
      'status', caller.status, 'role', caller.workspace_role_id,
      'createdAt', caller.created_at, 'updatedAt', caller.updated_at) END);
END $$;
-- It has to see every session, so it works as boreal_system; boreal_app may only ask it.
GRANT CREATE ON SCHEMA public TO boreal_system;
ALTER FUNCTION open_request OWNER TO boreal_system;
REVOKE CREATE ON SCHEMA public FROM boreal_system;
REVOKE ALL ON FUNCTION open_request FROM PUBLIC;
GRANT EXECUTE ON FUNCTION open_request TO boreal_app, boreal_system;

-- Access tokens: what programs act with, as their maker and never as more.
CREATE TABLE access_token (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspace,
  name text NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  last4 text NOT NULL,
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  -- Null where it reaches every project its maker does. One that is deleted later is simply not there.
  project_ids uuid[] CHECK (cardinality(project_ids) > 0),
  -- Empty where it works from anywhere.
  ip_ranges inet[] NOT NULL DEFAULT '{}',
  lifetime_days integer NOT NULL,
  created_by uuid NOT NULL REFERENCES user_account,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Another one has taken its place; it works on until it expires.
  replaced_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  last_used_ip inet,
  -- How many days before its end people were last told of it.
  reminded_days smallint,
  UNIQUE (workspace_id, id)
);
CREATE INDEX access_token_of_workspace ON access_token (workspace_id, created_at DESC, id DESC);
CREATE INDEX access_token_of_maker ON access_token (created_by) WHERE revoked_at IS NULL;
CALL build_wall('access_token');
GRANT SELECT, INSERT, UPDATE ON access_token TO boreal_app, boreal_system;

-- Opens a request that carries an access token: the same as open_request, for a program. It is nobody's
-- from the moment its maker is not active any more or has no role in its workspace. Without a workspace
-- in the path it is in its own.
CREATE FUNCTION open_token_request(p_token_hash bytea, p_workspace text, p_ip inet, p_now timestamptz) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  caller record;
  reached uuid[];
BEGIN
  PERFORM set_config('app.user_id', '', true), set_config('app.workspace_id', '', true), set_config('app.reach', '', true),
          set_config('app.token_id', '', true), set_config('app.token_projects', '', true);
  SELECT t.id AS token_id, t.name AS token_name, t.scopes, t.project_ids,
         t.last_used_at IS NULL OR t.last_used_at <= p_now - interval '1 minute' AS is_use_due,
         u.id AS user_id, u.email, u.first_name, u.last_name, u.locale, u.timezone, u.two_factor_enabled_at, u.password_hash IS NOT NULL AS has_password,
         u.tos_accepted_at IS NULL AS must_accept_terms, u.must_change_password, u.avatar_id,
         EXISTS (SELECT FROM passkey p WHERE p.user_id = u.id) AS has_passkeys,
         r.workspace_role_id, w.id AS workspace_id, w.handle, w.name, w.colour, w.status, w.created_at, w.updated_at
    INTO caller
    FROM access_token t
    JOIN user_account u ON u.id = t.created_by AND u.status = 'active'
    JOIN user_workspace_role r ON r.workspace_id = t.workspace_id AND r.user_id = u.id AND r.expired_at IS NULL
    LEFT JOIN workspace w ON w.id = t.workspace_id AND w.status <> 'deactivated'
         AND (p_workspace IS NULL OR w.id::text = p_workspace OR w.handle = p_workspace
             OR w.id IN (SELECT h.workspace_id FROM workspace_handle h WHERE h.handle = p_workspace AND h.expires_at > p_now))
   WHERE t.token_hash = p_token_hash AND t.revoked_at IS NULL AND t.expires_at > p_now
     AND (cardinality(t.ip_ranges) = 0 OR p_ip <<= ANY (t.ip_ranges));
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM set_config('app.user_id', caller.user_id::text, true), set_config('app.token_id', caller.token_id::text, true);
  IF caller.workspace_id IS NOT NULL THEN
    reached := caller.project_ids;
    IF reached IS NOT NULL AND caller.workspace_role_id = 'limited_team_member' THEN
      reached := ARRAY(SELECT g.project_id FROM project_grant g
        WHERE g.workspace_id = caller.workspace_id AND g.user_id = caller.user_id AND g.project_id = ANY (reached));
    END IF;
    PERFORM set_config('app.workspace_id', caller.workspace_id::text, true),
            set_config('app.reach', CASE WHEN reached IS NOT NULL OR caller.workspace_role_id = 'limited_team_member' THEN 'granted' ELSE 'all' END, true),
            set_config('app.token_projects', coalesce(reached::text, ''), true);
  END IF;
  RETURN jsonb_build_object(
    'session', NULL,
    'token', jsonb_build_object('id', caller.token_id, 'name', caller.token_name, 'scopes', caller.scopes,
      'projectIds', caller.project_ids, 'isUseDue', caller.is_use_due),
    'user', jsonb_build_object('id', caller.user_id, 'email', caller.email, 'firstName', caller.first_name,
      'lastName', caller.last_name, 'locale', caller.locale, 'timezone', caller.timezone,
      'twoFactorEnabled', caller.two_factor_enabled_at IS NOT NULL, 'hasPasskeys', caller.has_passkeys, 'hasPassword', caller.has_password,
      'mustAcceptTerms', caller.must_accept_terms, 'mustChangePassword', caller.must_change_password, 'avatarId', caller.avatar_id),
    'staffRole', NULL,
    'workspace', CASE WHEN caller.workspace_id IS NULL THEN NULL ELSE jsonb_build_object(
      'id', caller.workspace_id, 'handle', caller.handle, 'name', caller.name, 'colour', caller.colour,
      'status', caller.status, 'role', caller.workspace_role_id,
      'createdAt', caller.created_at, 'updatedAt', caller.updated_at) END);
END $$;
GRANT CREATE ON SCHEMA public TO boreal_system;
ALTER FUNCTION open_token_request OWNER TO boreal_system;
REVOKE CREATE ON SCHEMA public FROM boreal_system;
REVOKE ALL ON FUNCTION open_token_request FROM PUBLIC;
GRANT EXECUTE ON FUNCTION open_token_request TO boreal_app, boreal_system;

-- Handles that workspaces had: for a while their addresses lead on, and nobody else takes them.
CREATE TABLE workspace_handle (
  workspace_id uuid NOT NULL REFERENCES workspace,
  handle text NOT NULL,
  given_up_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, handle)
);
CREATE INDEX workspace_handle_name ON workspace_handle (handle);
ALTER TABLE workspace_handle ENABLE ROW LEVEL SECURITY;
ALTER TABLE workspace_handle FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON workspace_handle TO boreal_app
  USING (workspace_id = app_workspace() OR workspace_id IN (SELECT workspace_id FROM user_workspace_role WHERE user_id = app_user() AND expired_at IS NULL))
  WITH CHECK (workspace_id = app_workspace());
CREATE POLICY everything ON workspace_handle TO boreal_system USING (true) WITH CHECK (true);
GRANT SELECT ON workspace_handle TO boreal_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON workspace_handle TO boreal_system;

-- Who was asked to join. The hash is of the newest link; any older one is not known any more.
CREATE TABLE invite (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspace,
  email text NOT NULL,
  email_key text COLLATE "C" NOT NULL,
  workspace_role_id text NOT NULL
    CHECK (workspace_role_id IN ('administrator', 'team_member', 'limited_team_member', 'billing_administrator')),
  note text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'accepted', 'revoked', 'expired')),
  token_hash bytea NOT NULL UNIQUE,
  invited_by uuid NOT NULL REFERENCES user_account,
  mailed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (workspace_id, id)
);
CREATE UNIQUE INDEX invite_pending ON invite (workspace_id, email_key) WHERE status = 'pending';
CREATE INDEX invite_newest ON invite (workspace_id, created_at DESC, id DESC);
CREATE INDEX invite_of_inviter ON invite (invited_by) WHERE status = 'pending';
CREATE INDEX invite_due ON invite (expires_at) WHERE status = 'pending';
CREATE INDEX invite_of_address ON invite (email_key);

CREATE TABLE invite_project (
  workspace_id uuid NOT NULL,
  invite_id uuid NOT NULL,
  project_id uuid NOT NULL,
  PRIMARY KEY (workspace_id, invite_id, project_id),
  FOREIGN KEY (workspace_id, invite_id) REFERENCES invite (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, project_id) REFERENCES project (workspace_id, id) ON DELETE CASCADE
);
CALL build_wall('invite');
CALL build_wall('invite_project');
GRANT SELECT, UPDATE ON invite TO boreal_app;
GRANT SELECT ON invite_project TO boreal_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON invite, invite_project TO boreal_system;

-- When a member of the open workspace was last at work: of their sessions nothing else is told.
CREATE FUNCTION member_last_active(p_user uuid) RETURNS timestamptz
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT max(s.updated_at) FROM session s
   WHERE s.user_id = p_user AND s.auth_type IN ('password', 'oauth')
     AND EXISTS (SELECT FROM user_workspace_role r WHERE r.workspace_id = app_workspace() AND r.user_id = p_user AND r.expired_at IS NULL)
$$;
GRANT CREATE ON SCHEMA public TO boreal_system;
ALTER FUNCTION member_last_active OWNER TO boreal_system;
REVOKE CREATE ON SCHEMA public FROM boreal_system;
REVOKE ALL ON FUNCTION member_last_active FROM PUBLIC;
GRANT EXECUTE ON FUNCTION member_last_active TO boreal_app, boreal_system;

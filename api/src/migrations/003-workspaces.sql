-- Customers: workspaces, who is in them, projects and SSH keys.
CREATE TABLE workspace (
  id uuid PRIMARY KEY,
  handle text NOT NULL UNIQUE,
  name text NOT NULL,
  colour text NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended', 'deactivated')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

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
CALL build_wall('project', 'NOT app_sees_granted_only() OR id IN (SELECT project_id FROM project_grant WHERE user_id = app_user())');
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
  found_session session;
  found_user user_account;
  found_role user_workspace_role;
  found_workspace workspace;
  found_staff text;
BEGIN
  PERFORM set_config('app.user_id', '', true), set_config('app.workspace_id', '', true), set_config('app.reach', '', true);
  SELECT * INTO found_session FROM session s
   WHERE s.id = p_session AND s.revoked_at IS NULL AND s.expires_at > p_now
     AND (p_token_hash = s.token_hash
       -- The one before it: for what was under way when it changed, or until its successor has arrived.
       OR p_token_hash = s.previous_token_hash AND (s.successor_used_at IS NULL OR s.rotated_at >= p_now - interval '60 seconds'));
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT * INTO found_user FROM user_account u
   WHERE u.id = found_session.user_id AND u.status = 'active' AND u.auth_epoch = found_session.auth_epoch;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF found_session.auth_type <> 'login-attempt' THEN
    PERFORM set_config('app.user_id', found_user.id::text, true);
    SELECT staff_role_id INTO found_staff FROM user_staff_role WHERE user_id = found_user.id AND expired_at IS NULL;
    IF p_workspace IS NOT NULL THEN
      SELECT w.* INTO found_workspace FROM workspace w
       WHERE (CASE WHEN p_workspace ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
                   THEN w.id = p_workspace::uuid ELSE w.handle = p_workspace END)
         AND w.status <> 'deactivated';
      SELECT * INTO found_role FROM user_workspace_role r
       WHERE r.workspace_id = found_workspace.id AND r.user_id = found_user.id AND r.expired_at IS NULL;
      IF FOUND THEN
        PERFORM set_config('app.workspace_id', found_workspace.id::text, true),
                set_config('app.reach', CASE found_role.workspace_role_id
                  WHEN 'limited_team_member' THEN 'granted' ELSE 'all' END, true);
      END IF;
    END IF;
  END IF;
  RETURN jsonb_build_object(
    'session', jsonb_build_object('id', found_session.id, 'authType', found_session.auth_type,
      'generation', found_session.generation,
      'isFirstUse', found_session.generation > 1 AND found_session.successor_used_at IS NULL AND p_token_hash = found_session.token_hash,
      'expiresAt', found_session.expires_at, 'updatedAt', found_session.updated_at,
      'absoluteExpiresAt', found_session.absolute_expires_at, 'adminId', found_session.admin_id, 'adminRole', found_session.admin_role),
    'user', jsonb_build_object('id', found_user.id, 'email', found_user.email, 'firstName', found_user.first_name,
      'lastName', found_user.last_name, 'locale', found_user.locale, 'timezone', found_user.timezone,
      'twoFactorEnabled', found_user.two_factor_enabled_at IS NOT NULL),
    'staffRole', found_staff,
    'workspace', CASE WHEN found_role.id IS NULL THEN NULL ELSE jsonb_build_object(
      'id', found_workspace.id, 'handle', found_workspace.handle, 'name', found_workspace.name, 'colour', found_workspace.colour,
      'status', found_workspace.status, 'role', found_role.workspace_role_id,
      'createdAt', found_workspace.created_at, 'updatedAt', found_workspace.updated_at) END);
END $$;
-- It has to see every session, so it works as boreal_system; boreal_app may only ask it.
GRANT CREATE ON SCHEMA public TO boreal_system;
ALTER FUNCTION open_request OWNER TO boreal_system;
REVOKE CREATE ON SCHEMA public FROM boreal_system;
REVOKE ALL ON FUNCTION open_request FROM PUBLIC;
GRANT EXECUTE ON FUNCTION open_request TO boreal_app, boreal_system;

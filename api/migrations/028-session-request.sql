-- The query that begins each request with a session. It had joins for impersonations and former handles, which few
-- requests need, and copied 38 columns into a record. What is rare is now in functions that run only when needed.

-- Name of the staff member behind an impersonation; null if it has ended. It lasts while the staff member's own session
-- is valid and the staff role is unchanged.
CREATE FUNCTION impersonator_name(p_parent_session uuid, p_staff_role text, p_now timestamptz) RETURNS text
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT a.first_name || ' ' || a.last_name
    FROM session parent
    JOIN user_account a ON a.id = parent.user_id AND a.status = 'active' AND a.credential_version = parent.credential_version
   WHERE parent.id = p_parent_session AND parent.revoked_at IS NULL AND parent.absolute_expires_at > p_now
     AND EXISTS (SELECT FROM user_staff_role r WHERE r.user_id = a.id AND r.expired_at IS NULL AND r.staff_role_id = p_staff_role)
$$;
REVOKE ALL ON FUNCTION impersonator_name FROM PUBLIC;
GRANT EXECUTE ON FUNCTION impersonator_name TO boreal_system;

-- The workspace that had this handle, for as long as it leads there.
CREATE FUNCTION workspace_of_former_handle(p_handle text, p_now timestamptz) RETURNS uuid
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT h.workspace_id FROM workspace_former_handle h WHERE h.handle = p_handle AND h.expires_at > p_now
$$;
REVOKE ALL ON FUNCTION workspace_of_former_handle FROM PUBLIC;
GRANT EXECUTE ON FUNCTION workspace_of_former_handle TO boreal_system;

-- Finds the valid session, then the caller's role in the workspace (by id or handle), and sets the context that
-- row-level security reads. If there is none, the context stays empty and queries of the same batch see no rows.
CREATE OR REPLACE FUNCTION begin_session_request(p_session uuid, p_token_hash bytea, p_workspace text, p_now timestamptz) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  is_id constant boolean := p_workspace ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
  wanted_id constant uuid := CASE WHEN is_id THEN p_workspace::uuid END;
  wanted_handle constant text := CASE WHEN NOT is_id THEN p_workspace END;
  opened jsonb;
  allowed_user_id uuid;
  allowed_workspace_id uuid;
  allowed_role text;
BEGIN
  -- One statement by primary keys: the session, its user, and the requested workspace if the user has a role in it.
  SELECT CASE WHEN s.auth_type <> 'login-attempt' THEN u.id END, mine.id, mine.workspace_role_id,
    jsonb_build_object(
      'session', jsonb_build_object('id', s.id, 'authType', s.auth_type, 'generation', s.token_generation,
        'isFirstUse', s.token_generation > 1 AND s.token_confirmed_at IS NULL AND p_token_hash = s.token_hash,
        'expiresAt', s.expires_at, 'updatedAt', s.updated_at,
        'absoluteExpiresAt', s.absolute_expires_at, 'secondStep', s.second_step, 'reauthAt', s.reauthenticated_at,
        'parentSessionId', s.parent_session_id, 'adminId', s.impersonator_id, 'adminRole', s.impersonator_role,
        'adminName', CASE s.auth_type WHEN 'impersonate' THEN impersonator_name(s.parent_session_id, s.impersonator_role, p_now) END),
      'user', jsonb_build_object('id', u.id, 'email', u.email, 'firstName', u.first_name,
        'lastName', u.last_name, 'locale', u.locale, 'timezone', u.timezone,
        'twoFactorEnabled', u.two_factor_enabled_at IS NOT NULL, 'hasPasskeys', EXISTS (SELECT FROM passkey p WHERE p.user_id = u.id),
        'hasPassword', u.password_hash IS NOT NULL, 'mustAcceptTerms', u.tos_accepted_at IS NULL,
        'mustChangePassword', u.must_change_password, 'avatarId', u.avatar_id),
      'staffRole', t.staff_role_id,
      'workspace', CASE WHEN mine.id IS NOT NULL THEN jsonb_build_object(
        'id', mine.id, 'handle', mine.handle, 'name', mine.name, 'colour', mine.colour,
        'status', mine.status, 'role', mine.workspace_role_id,
        'createdAt', mine.created_at, 'updatedAt', mine.updated_at) END)
    INTO allowed_user_id, allowed_workspace_id, allowed_role, opened
    FROM session s
    JOIN user_account u ON u.id = s.user_id AND u.status = 'active' AND u.credential_version = s.credential_version
    LEFT JOIN user_staff_role t ON t.user_id = u.id AND t.expired_at IS NULL AND s.auth_type <> 'login-attempt'
    LEFT JOIN LATERAL (
      SELECT w.*, r.workspace_role_id
        FROM user_workspace_role r JOIN workspace w ON w.id = r.workspace_id
       WHERE r.user_id = u.id AND r.expired_at IS NULL AND w.status <> 'deactivated'
         AND (w.id = wanted_id OR w.handle = wanted_handle OR w.id = (SELECT workspace_of_former_handle(wanted_handle, p_now)))
      ) mine ON s.auth_type <> 'login-attempt'
   WHERE s.id = p_session AND s.revoked_at IS NULL AND s.expires_at > p_now AND s.suspended_at IS NULL
     AND (s.auth_type <> 'impersonate' OR impersonator_name(s.parent_session_id, s.impersonator_role, p_now) IS NOT NULL)
     AND (p_token_hash = s.token_hash
       -- The previous token stays valid for requests in flight, or until the new token arrives.
       OR p_token_hash = s.previous_token_hash AND (s.token_confirmed_at IS NULL OR s.rotated_at >= p_now - interval '60 seconds'));
  -- Every setting is set, so that nothing of an earlier request remains.
  PERFORM set_config('app.user_id', coalesce(allowed_user_id::text, ''), true),
          set_config('app.workspace_id', coalesce(allowed_workspace_id::text, ''), true),
          set_config('app.access_level', CASE WHEN allowed_workspace_id IS NULL THEN ''
            WHEN allowed_role = 'limited_team_member' THEN 'granted' ELSE 'all' END, true),
          set_config('app.token_id', '', true), set_config('app.token_project_ids', '', true);
  RETURN opened;
END $$;

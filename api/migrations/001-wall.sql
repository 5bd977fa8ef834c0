-- Roles and the wall between tenants. The server works as boreal_app, which owns nothing and is held
-- by row-level security; jobs and sign-in work as boreal_system, which sees every tenant and says why.
DO $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('boreal roles'));
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'boreal_app') THEN
    CREATE ROLE boreal_app NOLOGIN NOINHERIT;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'boreal_system') THEN
    CREATE ROLE boreal_system NOLOGIN NOINHERIT;
  END IF;
  EXECUTE format('GRANT boreal_app, boreal_system TO %I', current_user);
END $$;

GRANT USAGE ON SCHEMA public TO boreal_app, boreal_system;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gist;

-- The context of a request, set for its transaction alone by open_request. An ended setting reads ''.
CREATE FUNCTION app_workspace() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.workspace_id', true), '')::uuid;
CREATE FUNCTION app_user() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.user_id', true), '')::uuid;
-- The access token of a request that has no session.
CREATE FUNCTION app_token() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.token_id', true), '')::uuid;
-- True where role or token sees only the projects it was granted.
CREATE FUNCTION app_sees_granted_only() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce(current_setting('app.reach', true), '') = 'granted';

-- Puts a table behind the wall: rows of the context's workspace, nothing else, read or written. What is
-- narrower holds for writing too: nobody makes or moves anything out of their own sight.
CREATE PROCEDURE build_wall(target regclass, narrower text DEFAULT 'true') LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY tenant ON %s TO boreal_app USING (workspace_id = app_workspace() AND (%s))
                  WITH CHECK (workspace_id = app_workspace() AND (%s))', target, narrower, narrower);
  EXECUTE format('CREATE POLICY everything ON %s TO boreal_system USING (true) WITH CHECK (true)', target);
END $$;

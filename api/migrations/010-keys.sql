-- SSH keys belong to the workspace: their names are unique in it, and who sees only some projects changes
-- none of them.

-- Names of keys that exist twice get a number, the first one keeps its name. The rows are changed as
-- boreal_system because row-level security is forced on the tables' owner too.
LOCK TABLE credential IN SHARE ROW EXCLUSIVE MODE;
SET LOCAL ROLE boreal_system;
DO $$
DECLARE
  later record;
  suffix text;
  candidate text;
  n integer;
BEGIN
  FOR later IN
    SELECT id, workspace_id, name FROM (
      SELECT id, workspace_id, name, created_at,
             row_number() OVER (PARTITION BY workspace_id, lower(name) ORDER BY created_at, id) AS place
        FROM credential) named
     WHERE place > 1 ORDER BY workspace_id, created_at, id
  LOOP
    n := 1;
    LOOP
      n := n + 1;
      suffix := ' (' || n || ')';
      -- A name has at most 64 characters.
      candidate := rtrim(left(later.name, 64 - length(suffix))) || suffix;
      EXIT WHEN NOT EXISTS (SELECT FROM credential WHERE workspace_id = later.workspace_id AND lower(name) = lower(candidate));
    END LOOP;
    UPDATE credential SET name = candidate WHERE id = later.id;
  END LOOP;
END $$;
RESET ROLE;
CREATE UNIQUE INDEX credential_name ON credential (workspace_id, lower(name));

-- True where the caller's role, or that of the token's maker, is limited to granted projects.
CREATE FUNCTION app_is_limited_member() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  RETURN EXISTS (SELECT FROM user_workspace_role r
    WHERE r.workspace_id = app_workspace() AND r.user_id = app_user() AND r.expired_at IS NULL
      AND r.workspace_role_id = 'limited_team_member');

-- What hangs on an instance is visible with it.
ALTER POLICY tenant ON instance_credential
  USING (workspace_id = app_workspace() AND (NOT app_sees_granted_only() OR EXISTS (SELECT FROM instance i WHERE i.id = instance_id)))
  WITH CHECK (workspace_id = app_workspace() AND (NOT app_sees_granted_only() OR EXISTS (SELECT FROM instance i WHERE i.id = instance_id)));
ALTER POLICY tenant ON meter_event
  USING (workspace_id = app_workspace() AND (NOT app_sees_granted_only() OR EXISTS (SELECT FROM instance i WHERE i.id = instance_id)))
  WITH CHECK (workspace_id = app_workspace() AND (NOT app_sees_granted_only() OR EXISTS (SELECT FROM instance i WHERE i.id = instance_id)));
ALTER POLICY tenant ON command_log
  USING (workspace_id = app_workspace() AND (NOT app_sees_granted_only() OR EXISTS (SELECT FROM command c WHERE c.id = command_id)))
  WITH CHECK (workspace_id = app_workspace() AND (NOT app_sees_granted_only() OR EXISTS (SELECT FROM command c WHERE c.id = command_id)));

-- A token of some projects sees every key, to order with it. A limited member sees the keys of the
-- instances they ordered themselves.
ALTER POLICY tenant ON credential
  USING (workspace_id = app_workspace() AND (NOT app_sees_granted_only() OR NOT app_is_limited_member()
    OR id IN (SELECT used.credential_id FROM instance_credential used JOIN instance i ON i.id = used.instance_id
               WHERE i.created_by = app_user())))
  WITH CHECK (workspace_id = app_workspace());
-- Neither of them adds, changes or deletes one. An order locks the rows of its keys, so UPDATE has to see them.
CREATE POLICY whole_workspace_adds ON credential AS RESTRICTIVE FOR INSERT TO boreal_app WITH CHECK (NOT app_sees_granted_only());
CREATE POLICY whole_workspace_changes ON credential AS RESTRICTIVE FOR UPDATE TO boreal_app USING (true) WITH CHECK (NOT app_sees_granted_only());
CREATE POLICY whole_workspace_deletes ON credential AS RESTRICTIVE FOR DELETE TO boreal_app USING (NOT app_sees_granted_only());

-- Images with OpenSSH 8.2 or newer take keys that are kept on a security key.
ALTER TABLE image ADD COLUMN supports_security_keys boolean NOT NULL DEFAULT true;

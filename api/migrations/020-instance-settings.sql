-- A name for people beside the hostname, and protection against termination by mistake.
ALTER TABLE instance
  ADD COLUMN display_name text CHECK (length(display_name) BETWEEN 1 AND 64),
  ADD COLUMN delete_protection boolean NOT NULL DEFAULT false;

-- Few instances have a display name: a search reads only those.
CREATE INDEX instance_display_name_idx ON instance (workspace_id) WHERE display_name IS NOT NULL;

-- One-use tickets that open the remote console of an instance for the session that requested them.
CREATE TABLE console_ticket (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspace,
  instance_id uuid NOT NULL,
  session_id uuid NOT NULL REFERENCES session ON DELETE CASCADE,
  ticket_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  FOREIGN KEY (workspace_id, instance_id) REFERENCES instance (workspace_id, id)
);
CREATE INDEX console_ticket_expiry_idx ON console_ticket (workspace_id, expires_at);
CREATE INDEX console_ticket_session_idx ON console_ticket (session_id);
CALL enable_tenant_rls('console_ticket', 'NOT app_is_restricted_to_grants()');
GRANT SELECT, INSERT, DELETE ON console_ticket TO boreal_app, boreal_system;

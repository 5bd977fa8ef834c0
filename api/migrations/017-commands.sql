-- Commands without an instance and a workspace, and their requester as an actor.

-- The kinds are the keys of the registry of command definitions; the table only checks their form. Constraints are not
-- validated, so that none of them reads the table.
ALTER TABLE command
  ALTER COLUMN workspace_id DROP NOT NULL,
  ALTER COLUMN instance_id DROP NOT NULL,
  ALTER COLUMN variant DROP NOT NULL,
  DROP CONSTRAINT command_kind_check,
  ADD CONSTRAINT command_kind_check CHECK (kind ~ '^[a-z][a-z_]{0,62}$') NOT VALID,
  -- What a command without an instance works on, such as `region lulea`: the type and the id.
  ADD COLUMN subject text,
  -- Row-level security shows a row without a workspace to boreal_system only.
  ADD CONSTRAINT command_subject_check
    CHECK ((instance_id IS NULL) = (workspace_id IS NULL) AND (instance_id IS NULL) = (subject IS NOT NULL)) NOT VALID,
  -- What the provider calls the thing or the request.
  ADD COLUMN provider_ref text,
  -- With `staff`, requested_by is the staff member. Only staff read it.
  ADD COLUMN requested_by_type text NOT NULL DEFAULT 'user',
  ADD COLUMN requested_by_token_id uuid,
  ADD CONSTRAINT command_requested_by_type_check
    CHECK (requested_by_type IN ('user', 'token', 'staff', 'system')) NOT VALID;
-- One open command for each subject.
CREATE UNIQUE INDEX command_open_subject_key ON command (workspace_id, subject) NULLS NOT DISTINCT
  WHERE status IN ('queued', 'running', 'waiting') AND subject IS NOT NULL;

ALTER TABLE instance_log
  ALTER COLUMN workspace_id DROP NOT NULL,
  ALTER COLUMN instance_id DROP NOT NULL,
  ADD CONSTRAINT instance_log_instance_check CHECK ((instance_id IS NULL) = (workspace_id IS NULL)) NOT VALID,
  -- The key with the workspace does not check rows without one.
  ADD CONSTRAINT instance_log_command_fkey FOREIGN KEY (command_id) REFERENCES command NOT VALID;
ALTER TABLE command_log
  ALTER COLUMN workspace_id DROP NOT NULL,
  ADD CONSTRAINT command_log_command_fkey FOREIGN KEY (command_id) REFERENCES command NOT VALID;

-- Existing commands: the audit event of the request has the same time and request id.
SET LOCAL ROLE boreal_system;
UPDATE command c
   SET requested_by_type = e.actor_type, requested_by_token_id = e.token_id,
       requested_by = CASE e.actor_type WHEN 'staff' THEN e.actor_user_id ELSE c.requested_by END
  FROM audit_event e
 WHERE e.workspace_id = c.workspace_id AND e.request_id = c.request_id AND e.at = c.created_at
   AND e.actor_type IN ('staff', 'token') AND e.result = 'ok'
   AND e.action IN ('instances.order', 'instances.reset', 'instances.terminate');
UPDATE command SET requested_by_type = 'staff' WHERE requested_by_role IS NOT NULL AND requested_by_type <> 'staff';
UPDATE command SET requested_by_type = 'system' WHERE requested_by IS NULL;
RESET ROLE;

-- A step that waits for staff, and how they resolve it.
ALTER TABLE instance_log
  ADD COLUMN waiting_reason text,
  ADD COLUMN waiting_for_staff_since timestamptz,
  ADD COLUMN resolved_by uuid REFERENCES user_account,
  ADD COLUMN resolved_by_role text,
  ADD COLUMN note text,
  ADD CONSTRAINT instance_log_waiting_check
    CHECK ((waiting_reason IS NULL) = (waiting_for_staff_since IS NULL)) NOT VALID,
  ADD CONSTRAINT instance_log_resolved_check
    CHECK ((resolved_by IS NULL) = (note IS NULL) AND (resolved_by IS NULL) = (resolved_by_role IS NULL)) NOT VALID;

-- A command that holds a slot is being started: its region starts a limited number at a time.
ALTER TABLE command ADD COLUMN holds_slot boolean NOT NULL DEFAULT false;
-- When a command last tried a region that is marked as unreachable.
ALTER TABLE region ADD COLUMN probed_at timestamptz;

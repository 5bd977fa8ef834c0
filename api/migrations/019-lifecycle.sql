-- Canceled commands, terminations that can be undone, and suspended workspaces.

-- The status of the instance when the command was requested. A canceled power change, and the undo of a termination,
-- return to it.
ALTER TABLE command
  ADD COLUMN status_before text,
  ADD COLUMN status_reason_before text;

-- Gives units of a canceled order back to the stock. A catalog sync after the reservation has already counted them.
CREATE FUNCTION release_stock(p_product uuid, p_region text, p_quantity integer, p_reserved_at timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE product_stock SET available = available + p_quantity
   WHERE product_id = p_product AND region_handle = p_region AND available IS NOT NULL
     AND (checked_at IS NULL OR checked_at <= p_reserved_at);
$$;
GRANT CREATE ON SCHEMA public TO boreal_system;
ALTER FUNCTION release_stock OWNER TO boreal_system;
REVOKE CREATE ON SCHEMA public FROM boreal_system;
REVOKE ALL ON FUNCTION release_stock FROM PUBLIC;
GRANT EXECUTE ON FUNCTION release_stock TO boreal_app, boreal_system;

-- Until when a termination can be undone; null when it cannot. docs/decisions/0040-undo-of-terminations.md
ALTER TABLE instance ADD COLUMN undo_until timestamptz;
CREATE INDEX instance_undo_until_idx ON instance (undo_until) WHERE undo_until IS NOT NULL;

-- Why a workspace is suspended. The columns stay while it is deactivated, so that a restored workspace is suspended again.
ALTER TABLE workspace
  ADD COLUMN suspended_at timestamptz,
  ADD COLUMN suspension_reason text,
  -- Written by staff for the members.
  ADD COLUMN suspension_note text,
  ADD CONSTRAINT workspace_suspension_reason_check CHECK (suspension_reason IN ('overdue', 'staff')) NOT VALID,
  ADD CONSTRAINT workspace_suspension_check
    CHECK ((suspended_at IS NULL) = (suspension_reason IS NULL) AND (status <> 'suspended' OR suspended_at IS NOT NULL)) NOT VALID;

-- Staff list the instances and commands of all workspaces, newest first.
CREATE INDEX instance_all_created_at_idx ON instance (created_at, id);
CREATE INDEX command_all_created_at_idx ON command (created_at, id);
CREATE INDEX command_waiting_idx ON command (instance_id) WHERE status = 'waiting';

-- The history of bare-metal items, for staff. docs/decisions/0046-bare-metal-items-and-staff.md
CREATE TABLE bare_metal_item_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  item_id uuid NOT NULL REFERENCES bare_metal_item ON DELETE CASCADE,
  at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('state', 'installation_requested', 'installed', 'installation_failed')),
  -- The state after it.
  state text NOT NULL,
  -- The instance that held the item then.
  instance_id uuid REFERENCES instance,
  -- Why it is in maintenance or broken.
  reason text CHECK (length(reason) <= 1000)
);
CREATE INDEX bare_metal_item_event_idx ON bare_metal_item_event (item_id, id);
-- Items belong to no tenant: only boreal_system sees their history.
GRANT SELECT, INSERT ON bare_metal_item_event TO boreal_system;

INSERT INTO bare_metal_item_event (item_id, at, kind, state, instance_id, reason)
SELECT id, updated_at, 'state', state, instance_id, state_reason FROM bare_metal_item ORDER BY updated_at, id;

-- Whatever code changes an item, its history has the change.
CREATE FUNCTION record_bare_metal_item_event() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  holder constant uuid := coalesce(NEW.instance_id, CASE WHEN TG_OP = 'UPDATE' THEN OLD.instance_id END);
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.failed_installations > OLD.failed_installations OR (NEW.state = 'maintenance' AND OLD.installation_requested_at IS NOT NULL) THEN
      INSERT INTO bare_metal_item_event (item_id, at, kind, state, instance_id)
      VALUES (NEW.id, NEW.updated_at, 'installation_failed', OLD.state, holder);
    ELSIF OLD.installation_requested_at IS NOT NULL AND NEW.installation_requested_at IS NULL
       AND ((OLD.state = 'in_use' AND NEW.state = 'in_use') OR (OLD.state = 'erasing' AND NEW.state = 'available')) THEN
      INSERT INTO bare_metal_item_event (item_id, at, kind, state, instance_id)
      VALUES (NEW.id, NEW.updated_at, 'installed', OLD.state, holder);
    ELSIF NEW.installation_requested_at IS NOT NULL AND OLD.installation_requested_at IS NULL THEN
      INSERT INTO bare_metal_item_event (item_id, at, kind, state, instance_id)
      VALUES (NEW.id, NEW.updated_at, 'installation_requested', NEW.state, holder);
    END IF;
    IF NEW.state = OLD.state THEN RETURN NULL; END IF;
  END IF;
  INSERT INTO bare_metal_item_event (item_id, at, kind, state, instance_id, reason)
  VALUES (NEW.id, NEW.updated_at, 'state', NEW.state, holder, NEW.state_reason);
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION record_bare_metal_item_event FROM PUBLIC;
CREATE TRIGGER bare_metal_item_history AFTER INSERT OR UPDATE ON bare_metal_item
  FOR EACH ROW EXECUTE FUNCTION record_bare_metal_item_event();

-- Staff find the erasures of an item, and the commands that erase it.
CREATE INDEX disk_erasure_item_idx ON disk_erasure (item_id, requested_at DESC);
CREATE INDEX command_subject_idx ON command (subject, created_at DESC) WHERE subject IS NOT NULL;

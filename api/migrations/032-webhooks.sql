-- Webhooks to addresses of customers. docs/decisions/0053-webhooks.md.

CREATE TABLE webhook_endpoint (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspace,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
  url text NOT NULL CHECK (length(url) BETWEEN 1 AND 1000),
  event_types text[] NOT NULL CHECK (cardinality(event_types) BETWEEN 1 AND 100),
  -- Encrypted with the id of the endpoint.
  secret bytea NOT NULL,
  -- The secret before the last rotation; deliveries are signed with it too until then.
  previous_secret bytea,
  previous_secret_until timestamptz,
  disabled_at timestamptz,
  disabled_reason text CHECK (disabled_reason IN ('user', 'failures', 'gone')),
  -- Since when every attempt has failed.
  failing_since timestamptz,
  -- Until when one attempt is running; later ones may start even if it never reported a result.
  sending_until timestamptz,
  last_attempt_at timestamptz,
  last_response_status integer,
  -- Since when the balance is low and this endpoint knows.
  balance_low_since timestamptz,
  created_by uuid NOT NULL REFERENCES user_account,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (workspace_id, id),
  CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL)),
  CHECK ((previous_secret IS NULL) = (previous_secret_until IS NULL))
);
CREATE INDEX webhook_endpoint_list_idx ON webhook_endpoint (workspace_id, created_at, id);
CREATE INDEX webhook_endpoint_enabled_idx ON webhook_endpoint (workspace_id) WHERE disabled_at IS NULL;
CALL enable_tenant_rls('webhook_endpoint', 'NOT app_is_restricted_to_grants()');
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_endpoint TO boreal_app, boreal_system;

-- What happened, written in its transaction.
CREATE TABLE webhook_event (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspace,
  type text NOT NULL CHECK (type ~ '^[a-z_]{1,40}\.[a-z_]{1,40}$'),
  -- The object that it is about; null if the event carries its data from the start.
  object_id uuid,
  occurred_at timestamptz NOT NULL,
  -- The body of every attempt; null until the first one.
  body text,
  UNIQUE (workspace_id, id)
);
CREATE INDEX webhook_event_occurred_at_idx ON webhook_event (occurred_at);
CALL enable_tenant_rls('webhook_event', 'NOT app_is_restricted_to_grants()');
GRANT SELECT, INSERT ON webhook_event TO boreal_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_event TO boreal_system;

CREATE TABLE webhook_delivery (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  event_id uuid NOT NULL,
  -- Order of first attempts.
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'succeeded', 'failed')),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_attempt_at timestamptz,
  response_status integer,
  error text CHECK (error ~ '^[a-z_]{1,40}$'),
  -- Who sent it again; null for the first delivery of the event.
  replayed_by uuid REFERENCES user_account,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (workspace_id, id),
  FOREIGN KEY (workspace_id, endpoint_id) REFERENCES webhook_endpoint (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, event_id) REFERENCES webhook_event (workspace_id, id) ON DELETE CASCADE,
  CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL))
);
CREATE INDEX webhook_delivery_due_idx ON webhook_delivery (endpoint_id, next_attempt_at, sequence) WHERE status = 'pending';
CREATE INDEX webhook_delivery_list_idx ON webhook_delivery (endpoint_id, created_at, id);
CREATE INDEX webhook_delivery_event_id_idx ON webhook_delivery (workspace_id, event_id);
CALL enable_tenant_rls('webhook_delivery', 'NOT app_is_restricted_to_grants()');
GRANT SELECT, INSERT, UPDATE ON webhook_delivery TO boreal_app, boreal_system;
GRANT DELETE ON webhook_delivery TO boreal_system;

CREATE TABLE webhook_attempt (
  workspace_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  attempt_number integer NOT NULL CHECK (attempt_number > 0),
  at timestamptz NOT NULL,
  duration_ms integer NOT NULL CHECK (duration_ms >= 0),
  response_status integer,
  -- The first bytes as text.
  response_body text CHECK (length(response_body) <= 1024),
  error text CHECK (error ~ '^[a-z_]{1,40}$'),
  PRIMARY KEY (delivery_id, attempt_number),
  FOREIGN KEY (workspace_id, delivery_id) REFERENCES webhook_delivery (workspace_id, id) ON DELETE CASCADE
);
CALL enable_tenant_rls('webhook_attempt', 'NOT app_is_restricted_to_grants()');
GRANT SELECT ON webhook_attempt TO boreal_app;
GRANT SELECT, INSERT ON webhook_attempt TO boreal_system;

-- When the role last changed; null if it never did.
ALTER TABLE user_workspace_role ADD COLUMN role_changed_at timestamptz;

-- Records what happened to objects, for the workspaces with an endpoint that wants to know, and enqueues the job that
-- sends it. The arrays have one entry per event.
CREATE FUNCTION record_webhook_events(p_workspaces uuid[], p_types text[], p_objects uuid[], p_times timestamptz[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  WITH wanted AS MATERIALIZED (
    SELECT gen_random_uuid() AS id, happened.*
      FROM unnest(p_workspaces, p_types, p_objects, p_times) WITH ORDINALITY AS happened (workspace_id, type, object_id, occurred_at, place)
     WHERE EXISTS (SELECT FROM webhook_endpoint e WHERE e.workspace_id = happened.workspace_id AND e.disabled_at IS NULL
                      AND happened.type = ANY (e.event_types))
  ), recorded AS (
    INSERT INTO webhook_event (id, workspace_id, type, object_id, occurred_at)
    SELECT id, workspace_id, type, object_id, occurred_at FROM wanted ORDER BY place
  )
  INSERT INTO webhook_delivery (id, workspace_id, endpoint_id, event_id, next_attempt_at, created_at, updated_at)
  SELECT gen_random_uuid(), w.workspace_id, e.id, w.id, w.occurred_at, w.occurred_at, w.occurred_at
    FROM wanted w JOIN webhook_endpoint e ON e.workspace_id = w.workspace_id AND e.disabled_at IS NULL AND w.type = ANY (e.event_types)
   ORDER BY w.place, e.id;
  IF FOUND THEN PERFORM enqueue_job('webhooks.send', '{}', 'webhooks', 'webhooks.send', NULL, now()); END IF;
END $$;

CREATE FUNCTION record_instance_events() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM webhook_endpoint e WHERE e.workspace_id IN (SELECT a.workspace_id FROM after_rows a)) THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    PERFORM record_webhook_events(array_agg(a.workspace_id ORDER BY a.id), array_agg('instance.created'::text ORDER BY a.id),
      array_agg(a.id ORDER BY a.id), array_agg(a.created_at ORDER BY a.id)) FROM after_rows a;
  ELSE
    PERFORM record_webhook_events(array_agg(a.workspace_id ORDER BY a.id),
        array_agg('instance.' || CASE a.status WHEN 'error' THEN 'failed' ELSE a.status END ORDER BY a.id),
        array_agg(a.id ORDER BY a.id), array_agg(a.updated_at ORDER BY a.id))
      FROM after_rows a JOIN before_rows b ON b.id = a.id
     WHERE a.status <> b.status AND a.status IN ('active', 'stopped', 'suspended', 'error', 'terminated')
    HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION record_member_events() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM webhook_endpoint e WHERE e.workspace_id = NEW.workspace_id) THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    PERFORM record_webhook_events(ARRAY[NEW.workspace_id], ARRAY['member.joined'], ARRAY[NEW.id], ARRAY[NEW.created_at]);
  ELSIF OLD.expired_at IS NULL AND NEW.expired_at IS NOT NULL THEN
    PERFORM record_webhook_events(ARRAY[NEW.workspace_id], ARRAY['member.left'], ARRAY[NEW.id], ARRAY[NEW.expired_at]);
  ELSIF OLD.workspace_role_id <> NEW.workspace_role_id THEN
    PERFORM record_webhook_events(ARRAY[NEW.workspace_id], ARRAY['member.role_changed'], ARRAY[NEW.id],
      ARRAY[coalesce(NEW.role_changed_at, NEW.created_at)]);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION record_invoice_events() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  is_issued constant boolean := NEW.series_number IS NOT NULL AND (TG_OP = 'INSERT' OR OLD.series_number IS NULL);
  is_changed constant boolean := TG_OP = 'UPDATE' AND OLD.status <> NEW.status AND NEW.kind = 'invoice'
    AND NEW.status IN ('paid', 'overdue', 'uncollectible', 'reversed');
BEGIN
  IF NOT (is_issued OR is_changed) OR NOT EXISTS (SELECT FROM webhook_endpoint e WHERE e.workspace_id = NEW.workspace_id) THEN RETURN NULL; END IF;
  IF is_issued THEN
    PERFORM record_webhook_events(ARRAY[NEW.workspace_id], ARRAY[NEW.kind || '.issued'], ARRAY[NEW.id], ARRAY[NEW.updated_at]);
  END IF;
  IF is_changed THEN
    PERFORM record_webhook_events(ARRAY[NEW.workspace_id], ARRAY['invoice.' || NEW.status], ARRAY[NEW.id], ARRAY[NEW.updated_at]);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION record_balance_events() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  event_type constant text := CASE NEW.type WHEN 'top_up' THEN 'balance.topped_up' WHEN 'promo_credit' THEN 'balance.credited'
    WHEN 'manual_credit' THEN 'balance.credited' WHEN 'refund' THEN 'balance.refunded' WHEN 'chargeback' THEN 'balance.charged_back' END;
BEGIN
  IF event_type IS NULL OR NEW.status <> 'succeeded' OR TG_OP = 'UPDATE' AND OLD.status = 'succeeded' THEN RETURN NULL; END IF;
  PERFORM record_webhook_events(ARRAY[NEW.workspace_id], ARRAY[event_type], ARRAY[NEW.id], ARRAY[NEW.updated_at]);
  RETURN NULL;
END $$;

GRANT CREATE ON SCHEMA public TO boreal_system;
ALTER FUNCTION record_webhook_events OWNER TO boreal_system;
ALTER FUNCTION record_instance_events OWNER TO boreal_system;
ALTER FUNCTION record_member_events OWNER TO boreal_system;
ALTER FUNCTION record_invoice_events OWNER TO boreal_system;
ALTER FUNCTION record_balance_events OWNER TO boreal_system;
REVOKE CREATE ON SCHEMA public FROM boreal_system;
REVOKE ALL ON FUNCTION record_webhook_events, record_instance_events, record_member_events, record_invoice_events, record_balance_events FROM PUBLIC;

CREATE TRIGGER instance_webhooks_on_insert AFTER INSERT ON instance
  REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION record_instance_events();
CREATE TRIGGER instance_webhooks_on_update AFTER UPDATE ON instance
  REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION record_instance_events();
CREATE TRIGGER user_workspace_role_webhooks AFTER INSERT OR UPDATE OF workspace_role_id, expired_at ON user_workspace_role
  FOR EACH ROW EXECUTE FUNCTION record_member_events();
CREATE TRIGGER invoice_webhooks AFTER INSERT OR UPDATE OF status, series_number ON invoice
  FOR EACH ROW EXECUTE FUNCTION record_invoice_events();
CREATE TRIGGER billing_history_entry_webhooks AFTER INSERT OR UPDATE OF status ON billing_history_entry
  FOR EACH ROW EXECUTE FUNCTION record_balance_events();

-- Machines, the orders sent to their provider, and what they are billed for.
CREATE TABLE instance (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspace,
  project_id uuid,
  order_id uuid NOT NULL,
  -- By code point, so that what begins with a word is a range of the index.
  hostname text COLLATE "C" NOT NULL,
  variant text NOT NULL CHECK (variant IN ('virtual_machine', 'bare_metal')),
  status text NOT NULL CHECK (status IN ('pending', 'building', 'active', 'rebooting', 'stopped', 'suspended',
    'terminating', 'terminated', 'error', 'unknown')),
  status_reason text,
  region_handle text NOT NULL REFERENCES region,
  product_id uuid NOT NULL REFERENCES product,
  image_id uuid NOT NULL REFERENCES image,
  price_snapshot_id uuid NOT NULL REFERENCES price_snapshot,
  rate_micros_per_hour bigint NOT NULL,
  -- The keys as ordered: later changes of the credential do not reach a machine.
  ssh_keys text[] NOT NULL,
  public_ip inet,
  private_ip inet,
  provider_server_id text,
  provider_port_id text,
  provider_address_id text,
  created_by uuid NOT NULL REFERENCES user_account,
  activated_at timestamptz,
  terminated_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (workspace_id, id),
  FOREIGN KEY (workspace_id, project_id) REFERENCES project (workspace_id, id)
);
CREATE INDEX instance_newest ON instance (workspace_id, created_at DESC, id DESC);
CREATE INDEX instance_live_newest ON instance (workspace_id, created_at DESC, id DESC) WHERE status <> 'terminated';
CREATE INDEX instance_hostname ON instance (workspace_id, hostname, id);
CREATE UNIQUE INDEX instance_hostname_live ON instance (workspace_id, hostname) WHERE status <> 'terminated';
CREATE INDEX instance_project ON instance (project_id) WHERE status <> 'terminated';
CREATE INDEX instance_server ON instance (region_handle, provider_server_id) WHERE status <> 'terminated';

CREATE TABLE instance_credential (
  workspace_id uuid NOT NULL,
  instance_id uuid NOT NULL,
  credential_id uuid NOT NULL,
  PRIMARY KEY (workspace_id, instance_id, credential_id),
  FOREIGN KEY (workspace_id, instance_id) REFERENCES instance (workspace_id, id),
  FOREIGN KEY (workspace_id, credential_id) REFERENCES credential (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX instance_credential_used ON instance_credential (workspace_id, credential_id);

-- One order to OpenStack or Foreman. Its steps are the instance's logs.
CREATE TABLE command (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  instance_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('create', 'reboot', 'hard_reboot', 'power_on', 'power_off', 'terminate', 'sync')),
  variant text NOT NULL,
  region_handle text NOT NULL REFERENCES region,
  status text NOT NULL DEFAULT 'queued'
    CHECK (status IN ('queued', 'running', 'waiting', 'succeeded', 'failed', 'timed_out', 'cancelled')),
  attempt integer NOT NULL DEFAULT 0,
  max_attempts integer NOT NULL,
  -- True from the moment the steps are taken back in reverse order.
  undoing boolean NOT NULL DEFAULT false,
  error_code text,
  error_message text,
  requested_by uuid REFERENCES user_account,
  request_id text,
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (workspace_id, id),
  FOREIGN KEY (workspace_id, instance_id) REFERENCES instance (workspace_id, id)
);
CREATE INDEX command_of_instance ON command (instance_id, created_at);
CREATE UNIQUE INDEX one_running_command ON command (instance_id)
  WHERE status IN ('queued', 'running', 'waiting') AND kind <> 'terminate';
CREATE INDEX command_open ON command (region_handle, updated_at) WHERE status IN ('queued', 'running', 'waiting');

CREATE TABLE instance_log (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  instance_id uuid NOT NULL,
  command_id uuid NOT NULL,
  position integer NOT NULL,
  step text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'in_progress', 'complete', 'failed')),
  detail text,
  attempt integer NOT NULL DEFAULT 0,
  typical_seconds integer,
  started_at timestamptz,
  finished_at timestamptz,
  deadline_at timestamptz,
  -- Since when the provider has not answered this step; null while it does.
  outage_since timestamptz,
  -- Taking the step back, where its command failed.
  undo_started_at timestamptz,
  undone_at timestamptz,
  created_at timestamptz NOT NULL,
  UNIQUE (command_id, position),
  FOREIGN KEY (workspace_id, command_id) REFERENCES command (workspace_id, id),
  FOREIGN KEY (workspace_id, instance_id) REFERENCES instance (workspace_id, id)
);
CREATE INDEX instance_log_of_instance ON instance_log (instance_id, created_at, position);

-- What staff read when something hangs.
CREATE TABLE command_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id uuid NOT NULL,
  command_id uuid NOT NULL,
  at timestamptz NOT NULL,
  level text NOT NULL CHECK (level IN ('debug', 'info', 'warning', 'error')),
  message text NOT NULL,
  FOREIGN KEY (workspace_id, command_id) REFERENCES command (workspace_id, id)
);
CREATE INDEX command_log_of_command ON command_log (command_id, id);

-- A change of what is billed, once: the same event again is refused by its keys.
CREATE TABLE meter_event (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  instance_id uuid NOT NULL,
  seq integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('start', 'stop')),
  at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  UNIQUE (instance_id, seq),
  FOREIGN KEY (workspace_id, instance_id) REFERENCES instance (workspace_id, id)
);

-- What is billed: whole seconds, half-open, folded from the events.
CREATE TABLE usage_interval (
  workspace_id uuid NOT NULL,
  instance_id uuid NOT NULL,
  segment integer NOT NULL,
  project_id uuid,
  product_id uuid NOT NULL REFERENCES product,
  price_snapshot_id uuid NOT NULL REFERENCES price_snapshot,
  rate_micros_per_hour bigint NOT NULL,
  start_second bigint NOT NULL,
  end_second bigint CHECK (end_second >= start_second),
  PRIMARY KEY (instance_id, segment),
  FOREIGN KEY (workspace_id, instance_id) REFERENCES instance (workspace_id, id),
  EXCLUDE USING gist (instance_id WITH =, int8range(start_second, end_second) WITH &&)
);
CREATE INDEX usage_interval_of_workspace ON usage_interval (workspace_id, start_second);
CREATE UNIQUE INDEX usage_interval_open ON usage_interval (instance_id) WHERE end_second IS NULL;

-- Exact totals without counting: kept by trigger in the transaction that changes a machine. Sixteen
-- slots, so that two transactions of one workspace rarely wait for each other.
CREATE TABLE instance_count (
  workspace_id uuid NOT NULL,
  slot smallint NOT NULL,
  project_id uuid,
  variant text NOT NULL,
  region_handle text NOT NULL,
  status text NOT NULL,
  n bigint NOT NULL,
  rate_micros bigint NOT NULL,
  UNIQUE NULLS NOT DISTINCT (workspace_id, slot, project_id, variant, region_handle, status)
);

CREATE FUNCTION count_instances() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  slot_now smallint := pg_backend_pid() % 16;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO instance_count AS c (workspace_id, slot, project_id, variant, region_handle, status, n, rate_micros)
    SELECT workspace_id, slot_now, project_id, variant, region_handle, status, count(*), sum(rate_micros_per_hour)
      FROM after_rows GROUP BY 1, 3, 4, 5, 6
    ON CONFLICT (workspace_id, slot, project_id, variant, region_handle, status)
    DO UPDATE SET n = c.n + excluded.n, rate_micros = c.rate_micros + excluded.rate_micros;
  ELSE
    INSERT INTO instance_count AS c (workspace_id, slot, project_id, variant, region_handle, status, n, rate_micros)
    SELECT workspace_id, slot_now, project_id, variant, region_handle, status, sum(step), sum(step * rate_micros_per_hour)
      FROM (SELECT 1 AS step, * FROM after_rows UNION ALL SELECT -1, * FROM before_rows) changed
     GROUP BY 1, 3, 4, 5, 6 HAVING sum(step) <> 0
     ORDER BY 1, 3, 4, 5, 6
    ON CONFLICT (workspace_id, slot, project_id, variant, region_handle, status)
    DO UPDATE SET n = c.n + excluded.n, rate_micros = c.rate_micros + excluded.rate_micros;
  END IF;
  RETURN NULL;
END $$;
GRANT CREATE ON SCHEMA public TO boreal_system;
ALTER FUNCTION count_instances OWNER TO boreal_system;
REVOKE CREATE ON SCHEMA public FROM boreal_system;
CREATE TRIGGER instance_counted_new AFTER INSERT ON instance
  REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION count_instances();
CREATE TRIGGER instance_counted_change AFTER UPDATE ON instance
  REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION count_instances();

-- Cents of an exact amount (micro-dollars × seconds / hour), half away from zero: contracts/src/rating.ts
-- in SQL, for lists; a property test holds the two together.
CREATE FUNCTION cents_of(units numeric) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN sign(units) * div(2 * abs(units) + 36000000, 72000000);
-- Billed seconds of an interval inside [from, to). The minimum belongs to a life, not to each of its
-- stretches: only the first one has it.
CREATE FUNCTION billed_seconds(segment integer, start_second bigint, end_second bigint, from_second bigint, to_second bigint)
RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN greatest(0, least(to_second, CASE WHEN end_second IS NULL THEN to_second
      -- greatest() passes over NULL, hence the question before it.
      ELSE greatest(end_second, start_second + CASE segment WHEN 1 THEN 60 ELSE 0 END) END)
    - greatest(start_second, from_second));

CALL build_wall('instance', 'NOT app_sees_granted_only() OR project_id IN (SELECT app_granted_projects())');
CALL build_wall('instance_credential');
CALL build_wall('command', 'NOT app_sees_granted_only() OR EXISTS (SELECT FROM instance i WHERE i.id = instance_id)');
CALL build_wall('instance_log', 'NOT app_sees_granted_only() OR EXISTS (SELECT FROM instance i WHERE i.id = instance_id)');
CALL build_wall('command_log');
CALL build_wall('meter_event');
CALL build_wall('usage_interval', 'NOT app_sees_granted_only() OR EXISTS (SELECT FROM instance i WHERE i.id = instance_id)');
CALL build_wall('instance_count', 'NOT app_sees_granted_only() OR project_id IN (SELECT app_granted_projects())');

GRANT SELECT, INSERT, UPDATE ON instance, command, instance_log, usage_interval TO boreal_app, boreal_system;
GRANT SELECT, INSERT ON instance_credential, meter_event, command_log TO boreal_app, boreal_system;
GRANT DELETE ON instance_credential TO boreal_system;
-- Steps that a cancelled or failed order will not come to.
GRANT DELETE ON instance_log TO boreal_app, boreal_system;
GRANT SELECT ON instance_count TO boreal_app;
GRANT SELECT, INSERT, UPDATE ON instance_count TO boreal_system;

-- Price rules in the database, metering as a fold of events in any order, and hourly roll-ups of usage.
-- docs/decisions/0055-metering-at-scale.md.

-- Rules of a price: the clock unit, the minimum per instance, and the most that is charged in a calendar month.
ALTER TABLE price_snapshot
  ADD COLUMN granularity_seconds integer NOT NULL DEFAULT 1 CHECK (granularity_seconds IN (1, 60, 3600)),
  ADD COLUMN minimum_seconds integer NOT NULL DEFAULT 60 CHECK (minimum_seconds BETWEEN 0 AND 86400),
  ADD COLUMN cap_hours integer CHECK (cap_hours BETWEEN 1 AND 744);

-- What an interval is billed: the rules of its price, and its billed time after them. billed_end_second is null while it
-- is open; it may be later than end_second.
ALTER TABLE usage_interval
  ADD COLUMN quantity integer NOT NULL DEFAULT 1 CHECK (quantity BETWEEN 1 AND 1000000),
  ADD COLUMN granularity_seconds integer NOT NULL DEFAULT 1,
  ADD COLUMN minimum_seconds integer NOT NULL DEFAULT 60,
  ADD COLUMN cap_hours integer,
  ADD COLUMN billed_start_second bigint,
  ADD COLUMN billed_end_second bigint;
SET LOCAL ROLE boreal_system;
UPDATE usage_interval SET billed_start_second = start_second,
  billed_end_second = CASE WHEN end_second IS NOT NULL THEN greatest(end_second, start_second + CASE interval_number WHEN 1 THEN 60 ELSE 0 END) END;
RESET ROLE;
ALTER TABLE usage_interval
  ALTER COLUMN billed_start_second SET NOT NULL,
  ADD CHECK (billed_end_second >= billed_start_second),
  ADD CHECK ((billed_end_second IS NULL) = (end_second IS NULL)),
  -- Checked at the end of a statement, which may move the boundary of two intervals.
  DROP CONSTRAINT usage_interval_instance_id_int8range_excl,
  ADD CONSTRAINT usage_interval_instance_id_int8range_excl
    EXCLUDE USING gist (instance_id WITH =, int8range(start_second, end_second) WITH &&) DEFERRABLE INITIALLY IMMEDIATE;
DROP INDEX usage_interval_end_second_idx;
CREATE INDEX usage_interval_billed_end_second_idx ON usage_interval (workspace_id, billed_end_second);
-- For the roll-up of an hour of every workspace.
CREATE INDEX usage_interval_hour_idx ON usage_interval (billed_end_second);
CREATE INDEX usage_interval_capped_idx ON usage_interval (workspace_id, instance_id) WHERE cap_hours IS NOT NULL;
GRANT DELETE ON usage_interval TO boreal_app, boreal_system;

-- The billed time of an interval that is written without it: the rules of its price for an instance with one interval.
CREATE FUNCTION fill_billed_time() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT granularity_seconds, minimum_seconds, cap_hours INTO NEW.granularity_seconds, NEW.minimum_seconds, NEW.cap_hours
      FROM price_snapshot WHERE id = NEW.price_snapshot_id;
  END IF;
  NEW.billed_start_second := NEW.start_second;
  NEW.billed_end_second := CASE WHEN NEW.end_second IS NOT NULL THEN greatest(
    NEW.start_second + ceil((NEW.end_second - NEW.start_second)::numeric / NEW.granularity_seconds) * NEW.granularity_seconds,
    CASE NEW.interval_number WHEN 1 THEN NEW.start_second + NEW.minimum_seconds ELSE NEW.start_second END) END;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION fill_billed_time FROM PUBLIC;
CREATE TRIGGER usage_interval_billed_time BEFORE INSERT ON usage_interval FOR EACH ROW
  WHEN (NEW.billed_start_second IS NULL) EXECUTE FUNCTION fill_billed_time();
CREATE TRIGGER usage_interval_billed_time_change BEFORE UPDATE OF start_second, end_second ON usage_interval FOR EACH ROW
  WHEN (current_setting('app.is_folding', true) IS DISTINCT FROM 'on' AND (NEW.start_second, NEW.end_second) IS DISTINCT FROM (OLD.start_second, OLD.end_second)
    AND (NEW.billed_start_second, NEW.billed_end_second) IS NOT DISTINCT FROM (OLD.billed_start_second, OLD.billed_end_second))
  EXECUTE FUNCTION fill_billed_time();

-- Start of the calendar month (UTC) that contains a second, and of the next one.
CREATE FUNCTION month_start(second bigint, months integer DEFAULT 0) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN extract(epoch FROM (date_trunc('month', to_timestamp(second) AT TIME ZONE 'UTC') + make_interval(months => months)) AT TIME ZONE 'UTC')::bigint;

-- Billed time inside [p_from, p_to) of intervals whose price has a monthly cap. A cap is that many hours of the interval in a
-- calendar month. Where every interval of an instance in the month has one, the instance costs at most the highest of them;
-- what exceeds it is not charged, the latest first. What does not fill a second is in extra_units.
CREATE FUNCTION billed_capped_usage(p_workspaces uuid[], p_from bigint, p_to bigint)
RETURNS TABLE (workspace_id uuid, instance_id uuid, interval_number integer, start_second bigint, end_second bigint, extra_units numeric, is_open boolean)
LANGUAGE sql STABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
  WITH clipped AS (
    SELECT u.workspace_id, u.instance_id, u.interval_number, m.month, u.rate_micros_per_hour * u.quantity AS rate, u.cap_hours * 3600::bigint AS cap_seconds,
           greatest(u.billed_start_second, m.month) AS first_second, least(u.billed_end_second, month_start(m.month, 1), p_to) AS last_second,
           (u.end_second IS NULL OR u.end_second > p_to) AND month_start(m.month, 1) >= p_to AS is_open
      FROM usage_interval u
     CROSS JOIN LATERAL (
       SELECT month_start(month_start(greatest(u.billed_start_second, p_from)), n) AS month
         FROM generate_series(0, (SELECT (extract(year FROM age(e, s)) * 12 + extract(month FROM age(e, s)))::integer
           FROM (SELECT date_trunc('month', to_timestamp(greatest(u.billed_start_second, p_from)) AT TIME ZONE 'UTC') AS s,
                        date_trunc('month', to_timestamp(p_to) AT TIME ZONE 'UTC') AS e) span)) n) m
     WHERE u.workspace_id = ANY(p_workspaces) AND u.cap_hours IS NOT NULL AND u.billed_start_second < p_to
       AND (u.billed_end_second IS NULL OR u.billed_end_second > month_start(p_from))
  ), capped AS (
    SELECT c.*, least(c.last_second - c.first_second, c.cap_seconds) * c.rate::numeric AS units FROM clipped c WHERE c.last_second > c.first_second
  ), summed AS (
    SELECT c.*, coalesce(sum(c.units) OVER (PARTITION BY c.instance_id, c.month ORDER BY c.interval_number ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before,
           CASE WHEN NOT EXISTS (SELECT FROM usage_interval o WHERE o.instance_id = c.instance_id AND o.cap_hours IS NULL AND o.billed_start_second < least(p_to, month_start(c.month, 1))
             AND (o.billed_end_second IS NULL OR o.billed_end_second > c.month) AND o.billed_end_second IS DISTINCT FROM o.billed_start_second)
             THEN max(c.cap_seconds * c.rate) OVER (PARTITION BY c.instance_id, c.month) END AS ceiling
      FROM capped c
  ), charged AS (
    SELECT s.*, greatest(0, least(s.units, s.ceiling - s.before)) AS charged_units FROM summed s
  ), ended AS (
    SELECT c.*, c.first_second + CASE c.rate WHEN 0 THEN least(c.last_second - c.first_second, c.cap_seconds) ELSE div(c.charged_units, c.rate) END::bigint AS stop_second,
           CASE c.rate WHEN 0 THEN 0 ELSE mod(c.charged_units, c.rate) END AS rest
      FROM charged c
  )
  SELECT e.workspace_id, e.instance_id, e.interval_number, least(greatest(e.first_second, p_from), greatest(e.stop_second, p_from)), greatest(e.stop_second, p_from),
         CASE WHEN e.stop_second >= p_from THEN e.rest ELSE 0 END, e.is_open
    FROM ended e
   WHERE e.last_second > p_from
$$;
REVOKE ALL ON FUNCTION billed_capped_usage FROM PUBLIC;
GRANT EXECUTE ON FUNCTION billed_capped_usage TO boreal_app, boreal_system;

-- Billed time of intervals inside [p_from, p_to), in seconds of the epoch. Every sum of usage reads it: an interval costs
-- rate_micros_per_hour × quantity × (end_second - start_second) + extra_units, where 36,000,000 are one cent. An interval
-- with a cap is a row for each month.
CREATE FUNCTION billed_usage(p_workspaces uuid[], p_from bigint, p_to bigint)
RETURNS TABLE (workspace_id uuid, instance_id uuid, interval_number integer, project_id uuid, product_id uuid, price_snapshot_id uuid,
  rate_micros_per_hour bigint, quantity integer, start_second bigint, end_second bigint, extra_units numeric, is_open boolean)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT u.workspace_id, u.instance_id, u.interval_number, u.project_id, u.product_id, u.price_snapshot_id, u.rate_micros_per_hour, u.quantity,
         greatest(u.billed_start_second, p_from), greatest(u.billed_start_second, p_from, least(u.billed_end_second, p_to)), 0::numeric,
         u.end_second IS NULL OR u.end_second > p_to
    FROM usage_interval u
   WHERE u.workspace_id = ANY(p_workspaces) AND u.cap_hours IS NULL AND u.start_second <= p_to
     AND (u.billed_end_second IS NULL OR u.billed_end_second > p_from)
  UNION ALL
  SELECT u.workspace_id, u.instance_id, u.interval_number, u.project_id, u.product_id, u.price_snapshot_id, u.rate_micros_per_hour, u.quantity,
         c.start_second, c.end_second, c.extra_units, c.is_open
    FROM billed_capped_usage(p_workspaces, p_from, p_to) c
    JOIN usage_interval u ON u.instance_id = c.instance_id AND u.interval_number = c.interval_number
$$;
REVOKE ALL ON FUNCTION billed_usage FROM PUBLIC;
GRANT EXECUTE ON FUNCTION billed_usage TO boreal_app, boreal_system;

-- What a workspace uses of its limits, with the price rules.
CREATE OR REPLACE FUNCTION workspace_usage(p_workspace uuid, p_from bigint, p_now bigint, p_end bigint,
  OUT instances bigint, OUT gpus bigint, OUT bare_metal bigint, OUT monthly_spend bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH rented AS (
    SELECT count(*) AS instances, coalesce(sum(p.gpu_count), 0) AS gpus, count(*) FILTER (WHERE i.variant = 'bare_metal') AS bare_metal,
           -- Not billed yet, but from any second now.
           coalesce(sum(i.rate_micros_per_hour) FILTER (WHERE i.status IN ('pending', 'building') AND i.activated_at IS NULL), 0) AS pending_rate
      FROM instance i JOIN product p ON p.id = i.product_id
     WHERE i.workspace_id = p_workspace AND i.status NOT IN ('terminating', 'terminated')
  ), line AS (
    SELECT round_to_cents(sum(u.rate_micros_per_hour * (u.quantity * (u.end_second - u.start_second))::numeric + u.extra_units)) AS cents
      FROM billed_usage(ARRAY[p_workspace], p_from, p_end) u
     GROUP BY u.project_id, u.product_id, u.price_snapshot_id, u.rate_micros_per_hour
  )
  SELECT r.instances, r.gpus, r.bare_metal,
         (SELECT coalesce(sum(cents), 0) FROM line) + round_to_cents(r.pending_rate * (p_end - p_now)::numeric)
    FROM rented r
   -- Requests of customers ask about their own workspace only.
   WHERE p_workspace = app_workspace_id() OR current_setting('role') = 'boreal_system'
$$;

-- A change of what is billed. Its id and its place in the instance's sequence are unique, so an event that arrives twice is
-- recorded once. Intervals are folded from the events in the order of their time, whatever the order of their arrival.
-- Events so far have no price and no moves, so they are replaced by events that fold to the intervals there are.
GRANT DELETE ON meter_event TO boreal_system;
SET LOCAL ROLE boreal_system;
DELETE FROM meter_event;
RESET ROLE;
REVOKE DELETE ON meter_event FROM boreal_system;
ALTER TABLE meter_event
  DROP CONSTRAINT meter_event_kind_check,
  ADD COLUMN project_id uuid,
  ADD COLUMN product_id uuid REFERENCES product,
  ADD COLUMN price_snapshot_id uuid REFERENCES price_snapshot,
  ADD COLUMN rate_micros_per_hour bigint CHECK (rate_micros_per_hour >= 0),
  ADD COLUMN quantity integer CHECK (quantity BETWEEN 1 AND 1000000),
  -- resize: another product or price; move: another project.
  ADD CONSTRAINT meter_event_kind_check CHECK (kind IN ('start', 'resize', 'quantity', 'move', 'stop')),
  ADD CHECK ((kind IN ('start', 'resize')) = (price_snapshot_id IS NOT NULL)),
  ADD CHECK ((product_id IS NULL) = (price_snapshot_id IS NULL) AND (rate_micros_per_hour IS NULL) = (price_snapshot_id IS NULL)),
  ADD CHECK ((kind IN ('start', 'quantity')) = (quantity IS NOT NULL)),
  ADD CHECK (kind IN ('start', 'move') OR project_id IS NULL);

-- Records events for instances that have intervals and no events.
CREATE FUNCTION record_existing_intervals(p_instances uuid[]) RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO meter_event (id, workspace_id, instance_id, sequence, kind, at, received_at, project_id, product_id, price_snapshot_id, rate_micros_per_hour, quantity)
  SELECT gen_random_uuid(), workspace_id, instance_id, row_number() OVER (PARTITION BY instance_id ORDER BY interval_number, place), kind, to_timestamp(second), to_timestamp(second),
         CASE WHEN kind IN ('start', 'move') THEN project_id END, CASE WHEN kind IN ('start', 'resize') THEN product_id END,
         CASE WHEN kind IN ('start', 'resize') THEN price_snapshot_id END, CASE WHEN kind IN ('start', 'resize') THEN rate_micros_per_hour END,
         CASE WHEN kind IN ('start', 'quantity') THEN quantity END
    FROM (SELECT u.*, lag(u.end_second) OVER w = u.start_second AS is_continued, lead(u.start_second) OVER w AS next_start,
                 lag((u.product_id, u.price_snapshot_id, u.rate_micros_per_hour)) OVER w AS old_price, lag(u.project_id) OVER w AS old_project, lag(u.quantity) OVER w AS old_quantity
            FROM usage_interval u WHERE u.instance_id = ANY(p_instances) AND NOT EXISTS (SELECT FROM meter_event e WHERE e.instance_id = u.instance_id)
          WINDOW w AS (PARTITION BY u.instance_id ORDER BY u.interval_number)) u
   CROSS JOIN LATERAL (VALUES
     ('start', 1, u.start_second, u.is_continued IS NOT TRUE),
     ('resize', 2, u.start_second, u.is_continued AND u.old_price IS DISTINCT FROM (u.product_id, u.price_snapshot_id, u.rate_micros_per_hour)),
     ('quantity', 3, u.start_second, u.is_continued AND u.old_quantity <> u.quantity),
     ('move', 4, u.start_second, u.is_continued AND u.old_project IS DISTINCT FROM u.project_id),
     ('stop', 5, u.end_second, u.end_second IS NOT NULL AND u.next_start IS DISTINCT FROM u.end_second)) AS event (kind, place, second, happened)
   WHERE happened
$$;
REVOKE ALL ON FUNCTION record_existing_intervals FROM PUBLIC;
GRANT EXECUTE ON FUNCTION record_existing_intervals TO boreal_app, boreal_system;
SET LOCAL ROLE boreal_system;
SELECT record_existing_intervals(array_agg(DISTINCT instance_id)) FROM usage_interval;
RESET ROLE;

-- Roll-ups are derived from usage_interval: never the source of an invoice, not in backups, and rebuilt when they are lost.
CREATE SCHEMA rollup;
GRANT USAGE ON SCHEMA rollup TO boreal_app, boreal_system;

CREATE TABLE rollup.usage_hour (
  hour timestamptz NOT NULL,
  workspace_id uuid NOT NULL,
  project_id uuid,
  product_id uuid NOT NULL,
  price_snapshot_id uuid NOT NULL,
  region_handle text NOT NULL,
  rate_micros_per_hour bigint NOT NULL,
  -- Billed seconds, times the quantity.
  seconds bigint NOT NULL,
  extra_units numeric NOT NULL,
  UNIQUE NULLS NOT DISTINCT (workspace_id, hour, project_id, product_id, price_snapshot_id, region_handle, rate_micros_per_hour)
) PARTITION BY RANGE (hour);
CALL enable_tenant_rls('rollup.usage_hour', 'NOT app_is_restricted_to_grants() OR project_id IN (SELECT app_granted_project_ids())');
GRANT SELECT ON rollup.usage_hour TO boreal_app;
GRANT SELECT, INSERT, DELETE ON rollup.usage_hour TO boreal_system;

-- The hours [from_second, upto) are in usage_hour; null before the first run.
CREATE TABLE rollup.watermark (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  from_second bigint CHECK (from_second % 3600 = 0),
  upto bigint CHECK (upto % 3600 = 0),
  CHECK ((from_second IS NULL) = (upto IS NULL) AND upto >= from_second)
);
INSERT INTO rollup.watermark DEFAULT VALUES;
GRANT SELECT ON rollup.watermark TO boreal_app;
GRANT SELECT, UPDATE ON rollup.watermark TO boreal_system;

-- Seconds [from_second, to_second) of a workspace whose hours have to be rebuilt.
CREATE TABLE rollup.dirty_range (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id uuid NOT NULL,
  from_second bigint NOT NULL,
  to_second bigint NOT NULL
);
CREATE INDEX dirty_range_workspace_id_idx ON rollup.dirty_range (workspace_id);
CALL enable_tenant_rls('rollup.dirty_range');
GRANT SELECT ON rollup.dirty_range TO boreal_app;
GRANT SELECT, INSERT, DELETE ON rollup.dirty_range TO boreal_system;

-- Marks what a statement changed before the watermark. The shared lock lasts until the change is committed, and the roll-up
-- takes it exclusively: no change is missed between the two.
CREATE FUNCTION mark_dirty_usage() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  limit_second bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('rollup.usage_hour'));
  SELECT upto INTO limit_second FROM rollup.watermark;
  IF limit_second IS NULL THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO rollup.dirty_range (workspace_id, from_second, to_second)
    SELECT workspace_id, from_second, least(to_second, limit_second) FROM (
      SELECT n.workspace_id,
             CASE WHEN coalesce(o.cap_hours, n.cap_hours) IS NOT NULL THEN month_start(least(o.billed_start_second, n.billed_start_second))
                  WHEN (o.project_id, o.product_id, o.price_snapshot_id, o.rate_micros_per_hour, o.quantity, o.billed_start_second)
                    IS NOT DISTINCT FROM (n.project_id, n.product_id, n.price_snapshot_id, n.rate_micros_per_hour, n.quantity, n.billed_start_second)
                  THEN least(o.billed_end_second, n.billed_end_second)
                  ELSE least(o.billed_start_second, n.billed_start_second) END AS from_second,
             greatest(coalesce(o.billed_end_second, limit_second), coalesce(n.billed_end_second, limit_second)) AS to_second
        FROM before_rows o JOIN after_rows n USING (instance_id, interval_number)
       WHERE o IS DISTINCT FROM n) changed
     WHERE from_second < limit_second AND from_second < to_second;
  ELSE
    INSERT INTO rollup.dirty_range (workspace_id, from_second, to_second)
    SELECT workspace_id, from_second, least(to_second, limit_second) FROM (
      SELECT c.workspace_id, CASE WHEN c.cap_hours IS NOT NULL THEN month_start(c.billed_start_second) ELSE c.billed_start_second END AS from_second,
             coalesce(CASE WHEN c.cap_hours IS NULL THEN c.billed_end_second END, limit_second) AS to_second
        FROM changed_rows c) changed
     WHERE from_second < limit_second AND from_second < to_second;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER usage_interval_dirty_insert AFTER INSERT ON usage_interval
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_dirty_usage();
CREATE TRIGGER usage_interval_dirty_delete AFTER DELETE ON usage_interval
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_dirty_usage();
CREATE TRIGGER usage_interval_dirty_update AFTER UPDATE ON usage_interval
  REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_dirty_usage();

-- Writes the hours [p_from, p_to) of workspaces; null: of all. The caller has removed what was there.
CREATE FUNCTION fill_usage_hours(p_from bigint, p_to bigint, p_workspaces uuid[]) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  workspaces constant uuid[] := coalesce(p_workspaces, (SELECT array_agg(DISTINCT u.workspace_id) FROM usage_interval u
    WHERE u.billed_end_second IS NULL OR u.billed_end_second > p_from));
BEGIN
  INSERT INTO rollup.usage_hour (hour, workspace_id, project_id, product_id, price_snapshot_id, region_handle, rate_micros_per_hour, seconds, extra_units)
  SELECT to_timestamp(part.hour), u.workspace_id, u.project_id, u.product_id, u.price_snapshot_id, i.region_handle, u.rate_micros_per_hour,
         sum(u.quantity * greatest(0, least(u.end_second, part.hour + 3600) - greatest(u.start_second, part.hour))),
         sum(CASE WHEN u.extra_units > 0 AND u.end_second >= part.hour AND u.end_second < part.hour + 3600 THEN u.extra_units ELSE 0 END)
    FROM billed_usage(workspaces, p_from, p_to) u
    JOIN instance i ON i.id = u.instance_id
   CROSS JOIN LATERAL generate_series(u.start_second / 3600 * 3600, least(CASE WHEN u.extra_units > 0 THEN u.end_second ELSE u.end_second - 1 END, p_to - 1), 3600) AS part (hour)
   GROUP BY 1, 2, 3, 4, 5, 6, 7
  HAVING sum(u.quantity * greatest(0, least(u.end_second, part.hour + 3600) - greatest(u.start_second, part.hour))) > 0
      OR sum(CASE WHEN u.extra_units > 0 AND u.end_second >= part.hour AND u.end_second < part.hour + 3600 THEN u.extra_units ELSE 0 END) > 0;
END $$;
REVOKE ALL ON FUNCTION fill_usage_hours FROM PUBLIC;
GRANT EXECUTE ON FUNCTION fill_usage_hours TO boreal_system;

-- Creates the partitions of the months [p_from, p_to], and drops those that end before p_keep_from. Returns how many changed.
CREATE FUNCTION maintain_usage_partitions(p_from timestamptz, p_to timestamptz, p_keep_from timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  month timestamp := date_trunc('month', p_from AT TIME ZONE 'UTC');
  partition_name text;
  changed integer := 0;
BEGIN
  WHILE month <= p_to AT TIME ZONE 'UTC' LOOP
    partition_name := 'usage_hour_' || to_char(month, 'YYYY_MM');
    IF to_regclass('rollup.' || partition_name) IS NULL AND (month + interval '1 month') AT TIME ZONE 'UTC' > p_keep_from THEN
      EXECUTE format('CREATE TABLE rollup.%I PARTITION OF rollup.usage_hour FOR VALUES FROM (%L) TO (%L)', partition_name,
        month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
      changed := changed + 1;
    END IF;
    month := month + interval '1 month';
  END LOOP;
  FOR partition_name IN
    SELECT c.relname FROM pg_inherits h JOIN pg_class c ON c.oid = h.inhrelid
     WHERE h.inhparent = 'rollup.usage_hour'::regclass AND (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') AT TIME ZONE 'UTC' <= p_keep_from
  LOOP
    EXECUTE format('DROP TABLE rollup.%I', partition_name);
    changed := changed + 1;
  END LOOP;
  UPDATE rollup.watermark SET from_second = least(upto, month_start(extract(epoch FROM p_keep_from)::bigint))
   WHERE from_second < month_start(extract(epoch FROM p_keep_from)::bigint);
  RETURN changed;
END $$;
REVOKE ALL ON FUNCTION maintain_usage_partitions FROM PUBLIC;
GRANT EXECUTE ON FUNCTION maintain_usage_partitions TO boreal_system;

GRANT CREATE ON SCHEMA public TO boreal_system;
ALTER FUNCTION mark_dirty_usage OWNER TO boreal_system;
REVOKE CREATE ON SCHEMA public FROM boreal_system;
REVOKE ALL ON FUNCTION mark_dirty_usage FROM PUBLIC;

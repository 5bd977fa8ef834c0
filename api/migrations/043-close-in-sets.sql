-- The month's close, the ledger and the roll-up at a million intervals: fewer rows, and checks per statement instead of per
-- row. docs/decisions/0064-close-in-sets.md.

-- The instances of a line are stored in it: written once with the line, and never read without it.
CREATE TYPE invoiced_instance AS (
  instance_id uuid,
  hostname text,
  -- Billed seconds in the period of the line, times the quantity.
  seconds bigint,
  -- First and last billed second in the period, half-open.
  start_second bigint,
  end_second bigint
);
ALTER TABLE invoice_line ADD COLUMN instances invoiced_instance[] NOT NULL DEFAULT '{}';
GRANT UPDATE (instances) ON invoice_line TO boreal_system;
SET LOCAL ROLE boreal_system;
UPDATE invoice_line l SET instances = u.instances
  FROM (SELECT workspace_id, invoice_line_id,
               array_agg(ROW(instance_id, hostname, seconds, start_second, end_second)::invoiced_instance ORDER BY start_second, hostname) AS instances
          FROM invoice_line_instance GROUP BY workspace_id, invoice_line_id) u
 WHERE u.workspace_id = l.workspace_id AND u.invoice_line_id = l.id;
RESET ROLE;
REVOKE UPDATE (instances) ON invoice_line FROM boreal_system;
DROP TABLE invoice_line_instance;

-- Nothing refers to a line any more.
ALTER TABLE invoice_line DROP CONSTRAINT invoice_line_workspace_id_id_key;

-- Lines of a statement are checked together. Nothing deletes invoices; products and prices are checked when they are deleted.
ALTER TABLE invoice_line
  DROP CONSTRAINT invoice_line_workspace_id_invoice_id_fkey,
  DROP CONSTRAINT invoice_line_product_id_fkey,
  DROP CONSTRAINT invoice_line_price_snapshot_id_fkey;

CREATE FUNCTION check_invoice_lines() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM (SELECT DISTINCT workspace_id, invoice_id FROM inserted) l
              WHERE NOT EXISTS (SELECT FROM invoice i WHERE i.workspace_id = l.workspace_id AND i.id = l.invoice_id))
    OR EXISTS (SELECT FROM (SELECT DISTINCT product_id AS id FROM inserted WHERE product_id IS NOT NULL) l
                WHERE NOT EXISTS (SELECT FROM product p WHERE p.id = l.id))
    OR EXISTS (SELECT FROM (SELECT DISTINCT price_snapshot_id AS id FROM inserted WHERE price_snapshot_id IS NOT NULL) l
                WHERE NOT EXISTS (SELECT FROM price_snapshot s WHERE s.id = l.id))
  THEN RAISE EXCEPTION 'a line has an invoice, product or price that does not exist' USING ERRCODE = '23503'; END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER invoice_line_check AFTER INSERT ON invoice_line
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION check_invoice_lines();

CREATE FUNCTION keep_invoiced_products() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM deleted d JOIN invoice_line l ON d.id IN (l.product_id, l.price_snapshot_id)) THEN
    RAISE EXCEPTION 'an invoice has a row of %', TG_TABLE_NAME USING ERRCODE = '23503';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER product_invoiced AFTER DELETE ON product
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION keep_invoiced_products();
CREATE TRIGGER price_snapshot_invoiced AFTER DELETE ON price_snapshot
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION keep_invoiced_products();

-- Digest of the usage that the lines of an invoice were computed from; null: not computed from usage alone. As long as the
-- usage has it, the lines are still right.
ALTER TABLE invoice ADD COLUMN usage_digest numeric;

-- `cents` × `ppm` / 1,000,000 of an amount that is not negative, rounded half up: as centsOfPpm of contracts/src/rating.ts.
CREATE FUNCTION cents_of_ppm(cents bigint, ppm integer) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN div(2 * cents::numeric * ppm + 1000000, 2000000)::bigint;
REVOKE ALL ON FUNCTION cents_of_ppm FROM PUBLIC;
GRANT EXECUTE ON FUNCTION cents_of_ppm TO boreal_system;

-- The entries of a transaction are numbered from 1 in one statement, so that a later statement cannot add to it: its numbers
-- either do not start with 1, or are taken.
ALTER TABLE ledger_entry
  DROP CONSTRAINT ledger_entry_account_fkey,
  DROP CONSTRAINT ledger_entry_workspace_id_transaction_id_fkey,
  DROP CONSTRAINT ledger_entry_workspace_id_promo_grant_id_fkey;

CREATE OR REPLACE FUNCTION check_ledger_entries() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  wrong record;
BEGIN
  SELECT i.transaction_id, sum(i.cents) AS total, count(*) AS entries INTO wrong
    FROM inserted i GROUP BY i.transaction_id HAVING sum(i.cents) <> 0 OR count(*) < 2 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'ledger transaction % is not balanced (sum %, % entries)', wrong.transaction_id, wrong.total, wrong.entries
      USING ERRCODE = '23514';
  END IF;
  IF EXISTS (SELECT FROM inserted i GROUP BY i.transaction_id HAVING min(i.position) <> 1 OR max(i.position) <> count(*)) THEN
    RAISE EXCEPTION 'the entries of a ledger transaction must be one statement' USING ERRCODE = '23514';
  END IF;
  IF EXISTS (SELECT FROM (SELECT DISTINCT i.workspace_id, i.transaction_id FROM inserted i) i
              WHERE NOT EXISTS (SELECT FROM ledger_transaction t WHERE t.workspace_id = i.workspace_id AND t.id = i.transaction_id))
    OR EXISTS (SELECT FROM (SELECT DISTINCT i.account FROM inserted i) i WHERE NOT EXISTS (SELECT FROM ledger_account a WHERE a.code = i.account))
    OR EXISTS (SELECT FROM (SELECT DISTINCT i.workspace_id, i.promo_grant_id FROM inserted i WHERE i.promo_grant_id IS NOT NULL) i
                WHERE NOT EXISTS (SELECT FROM promo_grant g WHERE g.workspace_id = i.workspace_id AND g.id = i.promo_grant_id))
  THEN RAISE EXCEPTION 'a ledger entry has a transaction, account or grant that does not exist' USING ERRCODE = '23503'; END IF;
  UPDATE billing_account a
     SET cash_cents = a.cash_cents - change.cash, promo_cents = a.promo_cents - change.promo, receivable_cents = a.receivable_cents + change.receivable
    FROM (SELECT i.workspace_id, coalesce(sum(i.cents) FILTER (WHERE i.account = 'cash'), 0) AS cash,
                 coalesce(sum(i.cents) FILTER (WHERE i.account = 'promo'), 0) AS promo,
                 coalesce(sum(i.cents) FILTER (WHERE i.account = 'receivable'), 0) AS receivable
            FROM inserted i GROUP BY i.workspace_id) change
   WHERE a.workspace_id = change.workspace_id;
  UPDATE promo_grant g SET remaining_cents = g.remaining_cents - change.cents
    FROM (SELECT i.workspace_id, i.promo_grant_id, sum(i.cents) AS cents FROM inserted i
           WHERE i.promo_grant_id IS NOT NULL GROUP BY i.workspace_id, i.promo_grant_id) change
   WHERE g.workspace_id = change.workspace_id AND g.id = change.promo_grant_id;
  RETURN NULL;
END $$;

-- Drafts change freely.
DROP TRIGGER invoice_final ON invoice;
CREATE TRIGGER invoice_final BEFORE UPDATE ON invoice FOR EACH ROW WHEN (OLD.series_number IS NOT NULL) EXECUTE FUNCTION reject_invoice_mutation();

-- Events of the documents of a statement are recorded together.
DROP TRIGGER invoice_webhooks ON invoice;
CREATE OR REPLACE FUNCTION record_invoice_events() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM webhook_endpoint e WHERE e.workspace_id IN (SELECT a.workspace_id FROM after_rows a)) THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    PERFORM record_webhook_events(array_agg(a.workspace_id ORDER BY a.id), array_agg(a.kind || '.issued' ORDER BY a.id),
      array_agg(a.id ORDER BY a.id), array_agg(a.updated_at ORDER BY a.id))
      FROM after_rows a WHERE a.series_number IS NOT NULL HAVING count(*) > 0;
  ELSE
    PERFORM record_webhook_events(array_agg(a.workspace_id ORDER BY a.id, happened.place), array_agg(happened.type ORDER BY a.id, happened.place),
      array_agg(a.id ORDER BY a.id, happened.place), array_agg(a.updated_at ORDER BY a.id, happened.place))
      FROM after_rows a JOIN before_rows b ON b.id = a.id
     CROSS JOIN LATERAL (VALUES
       (1, a.kind || '.issued', a.series_number IS NOT NULL AND b.series_number IS NULL),
       (2, 'invoice.' || a.status, a.status <> b.status AND a.kind = 'invoice' AND a.status IN ('paid', 'overdue', 'uncollectible', 'reversed'))
     ) AS happened (place, type, is_true)
     WHERE happened.is_true HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER invoice_webhooks_on_insert AFTER INSERT ON invoice
  REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION record_invoice_events();
CREATE TRIGGER invoice_webhooks_on_update AFTER UPDATE ON invoice
  REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION record_invoice_events();
-- Only types with an event call the function.
DROP TRIGGER billing_history_entry_webhooks ON billing_history_entry;
CREATE TRIGGER billing_history_entry_webhooks AFTER INSERT OR UPDATE OF status ON billing_history_entry
  FOR EACH ROW WHEN (NEW.type IN ('top_up', 'promo_credit', 'manual_credit', 'refund', 'chargeback') AND NEW.status = 'succeeded')
  EXECUTE FUNCTION record_balance_events();

-- The watermark writes each hour once; a short index is enough to read a workspace, and the hours of all have a BRIN.
DO $$
DECLARE
  name text;
BEGIN
  SELECT conname INTO STRICT name FROM pg_constraint WHERE conrelid = 'rollup.usage_hour'::regclass AND contype = 'u';
  EXECUTE format('ALTER TABLE rollup.usage_hour DROP CONSTRAINT %I', name);
END $$;
CREATE INDEX usage_hour_workspace_id_idx ON rollup.usage_hour (workspace_id, hour);

-- Writes the hours [p_from, p_to) of workspaces; null: of all. The caller has removed what was there. Usage with and without
-- a cap are rows of their own. Returns how many rows of usage without a cap it wrote.
DROP FUNCTION fill_usage_hours;
CREATE FUNCTION fill_usage_hours(p_from bigint, p_to bigint, p_workspaces uuid[]) RETURNS bigint
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  capped constant uuid[] := (SELECT array_agg(DISTINCT u.workspace_id) FROM usage_interval u
    WHERE u.cap_hours IS NOT NULL AND (p_workspaces IS NULL OR u.workspace_id = ANY (p_workspaces)));
  written bigint;
BEGIN
  -- MATERIALIZED, because PostgreSQL takes every interval for a thousand hours and reads all of them in the order of the groups.
  WITH used AS MATERIALIZED (
    SELECT u.workspace_id, u.project_id, u.product_id, u.price_snapshot_id, i.region_handle, u.rate_micros_per_hour, u.quantity, u.billed_start_second,
           u.billed_end_second
      FROM usage_interval u JOIN instance i ON i.id = u.instance_id
     WHERE u.cap_hours IS NULL AND u.billed_start_second < p_to AND u.billed_end_second IS DISTINCT FROM u.billed_start_second
       AND (u.billed_end_second IS NULL OR u.billed_end_second > p_from) AND (p_workspaces IS NULL OR u.workspace_id = ANY (p_workspaces))
  )
  INSERT INTO rollup.usage_hour (hour, workspace_id, project_id, product_id, price_snapshot_id, region_handle, rate_micros_per_hour, seconds, extra_units)
  SELECT to_timestamp(part.hour), u.workspace_id, u.project_id, u.product_id, u.price_snapshot_id, u.region_handle, u.rate_micros_per_hour,
         sum(u.quantity * (least(u.billed_end_second, part.hour + 3600, p_to) - greatest(u.billed_start_second, part.hour))), 0
    FROM used u
   CROSS JOIN LATERAL generate_series(greatest(u.billed_start_second, p_from) / 3600 * 3600, least(u.billed_end_second, p_to) - 1, 3600) AS part (hour)
   GROUP BY part.hour, u.workspace_id, u.project_id, u.product_id, u.price_snapshot_id, u.region_handle, u.rate_micros_per_hour;
  GET DIAGNOSTICS written = ROW_COUNT;
  IF capped IS NULL THEN RETURN written; END IF;
  INSERT INTO rollup.usage_hour (hour, workspace_id, project_id, product_id, price_snapshot_id, region_handle, rate_micros_per_hour, seconds, extra_units)
  SELECT to_timestamp(part.hour), u.workspace_id, u.project_id, u.product_id, u.price_snapshot_id, i.region_handle, u.rate_micros_per_hour,
         sum(u.quantity * greatest(0, least(c.end_second, part.hour + 3600) - greatest(c.start_second, part.hour))),
         sum(CASE WHEN c.extra_units > 0 AND c.end_second >= part.hour AND c.end_second < part.hour + 3600 THEN c.extra_units ELSE 0 END)
    FROM billed_capped_usage(capped, p_from, p_to) c
    JOIN usage_interval u ON u.instance_id = c.instance_id AND u.interval_number = c.interval_number
    JOIN instance i ON i.id = u.instance_id
   CROSS JOIN LATERAL generate_series(c.start_second / 3600 * 3600, least(CASE WHEN c.extra_units > 0 THEN c.end_second ELSE c.end_second - 1 END, p_to - 1), 3600) AS part (hour)
   GROUP BY part.hour, u.workspace_id, u.project_id, u.product_id, u.price_snapshot_id, i.region_handle, u.rate_micros_per_hour
  HAVING sum(u.quantity * greatest(0, least(c.end_second, part.hour + 3600) - greatest(c.start_second, part.hour))) > 0
      OR sum(CASE WHEN c.extra_units > 0 AND c.end_second >= part.hour AND c.end_second < part.hour + 3600 THEN c.extra_units ELSE 0 END) > 0;
  RETURN written;
END $$;
REVOKE ALL ON FUNCTION fill_usage_hours FROM PUBLIC;
GRANT EXECUTE ON FUNCTION fill_usage_hours TO boreal_system;

GRANT CREATE ON SCHEMA public TO boreal_system;
ALTER FUNCTION keep_invoiced_products OWNER TO boreal_system;
REVOKE CREATE ON SCHEMA public FROM boreal_system;
REVOKE ALL ON FUNCTION check_invoice_lines, keep_invoiced_products FROM PUBLIC;

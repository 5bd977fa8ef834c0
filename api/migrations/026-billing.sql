-- Ledger of every workspace, billing information with VAT, promo codes, invoices and credit notes, billing history.
-- docs/decisions/0048-billing-core.md. Amounts are whole cents.

-- One row per workspace. Its lock serializes everything that moves the workspace's money. The balances are kept by the
-- trigger of ledger_entry.
CREATE TABLE billing_account (
  workspace_id uuid PRIMARY KEY REFERENCES workspace,
  currency text NOT NULL DEFAULT 'USD' CHECK (currency = 'USD'),
  -- Money of the customer that pays no invoice yet; it can be refunded.
  cash_cents bigint NOT NULL DEFAULT 0 CHECK (cash_cents >= 0),
  -- Promo credit; it cannot be refunded.
  promo_cents bigint NOT NULL DEFAULT 0 CHECK (promo_cents >= 0),
  -- What the customer owes for finalized invoices.
  receivable_cents bigint NOT NULL DEFAULT 0 CHECK (receivable_cents >= 0),
  -- The place of the newest history entry in the order of balances.
  history_sequence bigint NOT NULL DEFAULT 0,
  -- The number of the newest history entry.
  history_entries bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL
);
CALL enable_tenant_rls('billing_account', 'NOT app_is_restricted_to_grants()');
GRANT SELECT, UPDATE ON billing_account TO boreal_app;
GRANT SELECT, INSERT, UPDATE ON billing_account TO boreal_system;

SET LOCAL ROLE boreal_system;
INSERT INTO billing_account (workspace_id, created_at) SELECT id, created_at FROM workspace;
RESET ROLE;

CREATE FUNCTION create_billing_account() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO billing_account (workspace_id, created_at) VALUES (NEW.id, NEW.created_at);
  RETURN NULL;
END $$;
GRANT CREATE ON SCHEMA public TO boreal_system;
ALTER FUNCTION create_billing_account OWNER TO boreal_system;
REVOKE CREATE ON SCHEMA public FROM boreal_system;
REVOKE ALL ON FUNCTION create_billing_account FROM PUBLIC;
CREATE TRIGGER workspace_billing_account AFTER INSERT ON workspace FOR EACH ROW EXECUTE FUNCTION create_billing_account();

-- The accounts. The first three have a balance per workspace that customers see; the others are the platform's side.
CREATE TABLE ledger_account (
  code text PRIMARY KEY CHECK (code ~ '^[a-z_]{2,32}$'),
  kind text NOT NULL CHECK (kind IN ('asset', 'liability', 'income', 'expense')),
  is_customer_balance boolean NOT NULL DEFAULT false
);
INSERT INTO ledger_account (code, kind, is_customer_balance) VALUES
  ('receivable', 'asset', true), ('cash', 'liability', true), ('promo', 'liability', true),
  ('revenue', 'income', false), ('tax', 'liability', false), ('stripe', 'asset', false), ('bank', 'asset', false),
  ('promo_grant', 'expense', false), ('goodwill', 'expense', false), ('bad_debt', 'expense', false);
GRANT SELECT ON ledger_account TO boreal_app, boreal_system;

CREATE FUNCTION reject_ledger_mutation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '42501';
END $$;

CREATE TABLE ledger_transaction (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES billing_account,
  kind text NOT NULL CHECK (kind ~ '^[a-z][a-z_]{1,39}$'),
  -- Names the cause: the same cause is posted once.
  idempotency_key text NOT NULL CHECK (length(idempotency_key) BETWEEN 1 AND 200),
  -- Ids of what it is about.
  reference jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(reference) = 'object'),
  -- When it takes effect, which may be before it was recorded.
  effective_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  UNIQUE (workspace_id, id),
  UNIQUE (workspace_id, idempotency_key)
);
CALL enable_tenant_rls('ledger_transaction', 'NOT app_is_restricted_to_grants()');
GRANT SELECT, INSERT ON ledger_transaction TO boreal_app, boreal_system;
CREATE TRIGGER ledger_transaction_append_only BEFORE UPDATE OR DELETE ON ledger_transaction
  FOR EACH ROW EXECUTE FUNCTION reject_ledger_mutation();

-- A promo code that staff create. Belongs to no tenant.
CREATE TABLE promo_code (
  id uuid PRIMARY KEY,
  -- As compared: NFKC, trimmed, upper case.
  code text NOT NULL CHECK (code = upper(btrim(code)) AND length(code) BETWEEN 3 AND 40),
  kind text NOT NULL CHECK (kind IN ('credit', 'percent')),
  -- Credit that is granted once.
  amount_cents bigint CHECK (amount_cents BETWEEN 1 AND 100000000),
  -- Discount of that many months, with an optional maximum per invoice.
  percent_ppm integer CHECK (percent_ppm BETWEEN 1 AND 1000000),
  months integer CHECK (months BETWEEN 1 AND 120),
  maximum_cents bigint CHECK (maximum_cents > 0),
  max_uses integer CHECK (max_uses > 0),
  used integer NOT NULL DEFAULT 0,
  per_workspace integer NOT NULL DEFAULT 1 CHECK (per_workspace BETWEEN 1 AND 100),
  starts_at timestamptz NOT NULL,
  -- Exclusive.
  ends_at timestamptz,
  -- For how long a granted credit is valid; null: without end.
  grant_days integer CHECK (grant_days BETWEEN 1 AND 3650),
  new_workspaces_only boolean NOT NULL DEFAULT false,
  is_disabled boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_by uuid REFERENCES user_account,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  CHECK (used >= 0 AND (max_uses IS NULL OR used <= max_uses)),
  CHECK ((kind = 'credit') = (amount_cents IS NOT NULL) AND (kind = 'percent') = (percent_ppm IS NOT NULL)),
  CHECK ((kind = 'percent') = (months IS NOT NULL) AND (kind = 'percent' OR maximum_cents IS NULL)),
  CHECK (kind = 'credit' OR grant_days IS NULL),
  CHECK (ends_at IS NULL OR ends_at > starts_at)
);
CREATE UNIQUE INDEX promo_code_code_key ON promo_code (code) WHERE deleted_at IS NULL;
CREATE INDEX promo_code_created_at_idx ON promo_code (created_at, id);
GRANT SELECT, UPDATE (used) ON promo_code TO boreal_app;
GRANT SELECT, INSERT, UPDATE ON promo_code TO boreal_system;

CREATE TABLE promo_redemption (
  id uuid PRIMARY KEY,
  promo_code_id uuid NOT NULL REFERENCES promo_code,
  workspace_id uuid NOT NULL REFERENCES billing_account,
  redemption_number integer NOT NULL DEFAULT 1,
  redeemed_by uuid REFERENCES user_account,
  redeemed_at timestamptz NOT NULL,
  UNIQUE (workspace_id, id),
  UNIQUE (workspace_id, promo_code_id, redemption_number)
);
CREATE INDEX promo_redemption_promo_code_id_idx ON promo_redemption (promo_code_id);
CALL enable_tenant_rls('promo_redemption', 'NOT app_is_restricted_to_grants()');
GRANT SELECT, INSERT ON promo_redemption TO boreal_app, boreal_system;

-- What a redemption gave: credit whose rest is the sum of its ledger entries, or a percentage of invoices.
CREATE TABLE promo_grant (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES billing_account,
  redemption_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('credit', 'percent')),
  code text NOT NULL,
  remaining_cents bigint NOT NULL DEFAULT 0 CHECK (remaining_cents >= 0),
  percent_ppm integer,
  maximum_cents bigint,
  months_left integer CHECK (months_left >= 0),
  valid_from timestamptz NOT NULL,
  -- Exclusive; null: without end.
  valid_until timestamptz,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'used_up', 'expired', 'revoked')),
  created_at timestamptz NOT NULL,
  UNIQUE (workspace_id, id),
  FOREIGN KEY (workspace_id, redemption_id) REFERENCES promo_redemption (workspace_id, id),
  CHECK ((kind = 'percent') = (percent_ppm IS NOT NULL) AND (kind = 'percent') = (months_left IS NOT NULL))
);
-- Percentages do not combine.
CREATE UNIQUE INDEX promo_grant_percent_key ON promo_grant (workspace_id) WHERE kind = 'percent' AND status = 'active';
CREATE INDEX promo_grant_active_idx ON promo_grant (workspace_id, valid_until, id) WHERE status = 'active';
CREATE INDEX promo_grant_expiry_idx ON promo_grant (valid_until) WHERE status = 'active';
CALL enable_tenant_rls('promo_grant', 'NOT app_is_restricted_to_grants()');
GRANT SELECT, INSERT, UPDATE ON promo_grant TO boreal_app, boreal_system;

-- Debit is positive, credit negative; the entries of a transaction are one statement and sum to 0.
CREATE TABLE ledger_entry (
  transaction_id uuid NOT NULL,
  position smallint NOT NULL,
  workspace_id uuid NOT NULL,
  account text NOT NULL REFERENCES ledger_account,
  -- The grant whose credit an entry of the account promo changes.
  promo_grant_id uuid,
  cents bigint NOT NULL CHECK (cents <> 0),
  PRIMARY KEY (transaction_id, position),
  FOREIGN KEY (workspace_id, transaction_id) REFERENCES ledger_transaction (workspace_id, id),
  FOREIGN KEY (workspace_id, promo_grant_id) REFERENCES promo_grant (workspace_id, id),
  CHECK ((account = 'promo') = (promo_grant_id IS NOT NULL))
);
CREATE INDEX ledger_entry_account_idx ON ledger_entry (workspace_id, account);
CREATE INDEX ledger_entry_promo_grant_id_idx ON ledger_entry (promo_grant_id) WHERE promo_grant_id IS NOT NULL;
CALL enable_tenant_rls('ledger_entry', 'NOT app_is_restricted_to_grants()');
GRANT SELECT, INSERT ON ledger_entry TO boreal_app, boreal_system;
CREATE TRIGGER ledger_entry_append_only BEFORE UPDATE OR DELETE ON ledger_entry
  FOR EACH ROW EXECUTE FUNCTION reject_ledger_mutation();

CREATE FUNCTION check_ledger_entries() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  wrong record;
BEGIN
  SELECT i.transaction_id, sum(i.cents) AS total, count(*) AS entries INTO wrong
    FROM inserted i GROUP BY i.transaction_id HAVING sum(i.cents) <> 0 OR count(*) < 2 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'ledger transaction % is not balanced (sum %, % entries)', wrong.transaction_id, wrong.total, wrong.entries
      USING ERRCODE = '23514';
  END IF;
  IF (SELECT count(*) FROM inserted) <> (SELECT count(*) FROM ledger_entry e WHERE e.transaction_id IN (SELECT i.transaction_id FROM inserted i)) THEN
    RAISE EXCEPTION 'the entries of a ledger transaction must be one statement' USING ERRCODE = '23514';
  END IF;
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
REVOKE ALL ON FUNCTION check_ledger_entries, reject_ledger_mutation FROM PUBLIC;
CREATE TRIGGER ledger_entry_check AFTER INSERT ON ledger_entry
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION check_ledger_entries();

-- Numbers without gaps: the row is locked until the transaction that takes a number ends.
CREATE TABLE number_series (
  code text PRIMARY KEY CHECK (code ~ '^[A-Z]{2,4}-[0-9]{4}$'),
  next_number bigint NOT NULL CHECK (next_number > 0)
);
GRANT SELECT, INSERT, UPDATE ON number_series TO boreal_system;

-- Invoices and credit notes. All amounts are positive; a credit note takes back what it names.
CREATE TABLE invoice (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES billing_account,
  kind text NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
  status text NOT NULL CHECK (status IN ('draft', 'issued', 'paid', 'overdue', 'uncollectible', 'reversed', 'discarded')),
  series text REFERENCES number_series,
  series_number bigint CHECK (series_number > 0),
  -- The calendar month (UTC) of usage, half-open; null for an invoice that staff write and for a credit note.
  period_start timestamptz,
  period_end timestamptz CHECK (period_end > period_start),
  subtotal_cents bigint NOT NULL DEFAULT 0,
  discount_cents bigint NOT NULL DEFAULT 0,
  net_cents bigint NOT NULL DEFAULT 0,
  tax_cents bigint NOT NULL DEFAULT 0,
  total_cents bigint NOT NULL DEFAULT 0,
  tax_ppm integer NOT NULL DEFAULT 0 CHECK (tax_ppm BETWEEN 0 AND 1000000),
  -- Of an invoice: the total of its credit notes, and what was paid and not given back. The rest is owed.
  credited_cents bigint NOT NULL DEFAULT 0 CHECK (credited_cents >= 0),
  paid_cents bigint NOT NULL DEFAULT 0 CHECK (paid_cents >= 0),
  written_off_cents bigint NOT NULL DEFAULT 0 CHECK (written_off_cents >= 0),
  -- A payment of this invoice has no result yet: no other payment starts and the balance does not pay it.
  has_payment_in_flight boolean NOT NULL DEFAULT false,
  -- The invoice that a credit note takes back, wholly or in part.
  credits_invoice_id uuid,
  is_full_reversal boolean NOT NULL DEFAULT false,
  -- The reversed invoice that this one takes the place of.
  replaces_invoice_id uuid,
  -- Seller, buyer, the reason of the tax rate and the discounts, as they were when it was issued.
  snapshot jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(snapshot) = 'object'),
  reason text CHECK (length(reason) BETWEEN 1 AND 1000),
  created_by uuid REFERENCES user_account,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  issued_at timestamptz,
  due_at timestamptz,
  paid_at timestamptz,
  UNIQUE (workspace_id, id),
  CONSTRAINT invoice_number_excl EXCLUDE (series WITH =, series_number WITH =),
  FOREIGN KEY (workspace_id, credits_invoice_id) REFERENCES invoice (workspace_id, id),
  FOREIGN KEY (workspace_id, replaces_invoice_id) REFERENCES invoice (workspace_id, id),
  CHECK (net_cents = subtotal_cents - discount_cents AND total_cents = net_cents + tax_cents),
  CHECK (total_cents >= 0 AND tax_cents >= 0 AND discount_cents >= 0 AND discount_cents <= greatest(subtotal_cents, 0)),
  CHECK (credited_cents + paid_cents + written_off_cents <= total_cents),
  CHECK ((series_number IS NULL) = (status IN ('draft', 'discarded')) AND (series IS NULL) = (series_number IS NULL)),
  CHECK ((series_number IS NULL) = (issued_at IS NULL)),
  CHECK ((kind = 'credit_note') = (credits_invoice_id IS NOT NULL)),
  CHECK ((period_start IS NULL) = (period_end IS NULL))
);
CREATE UNIQUE INDEX invoice_period_key ON invoice (workspace_id, period_start)
  WHERE kind = 'invoice' AND period_start IS NOT NULL AND status NOT IN ('reversed', 'discarded');
CREATE UNIQUE INDEX invoice_full_reversal_key ON invoice (workspace_id, credits_invoice_id) WHERE is_full_reversal;
CREATE INDEX invoice_created_at_idx ON invoice (workspace_id, created_at, id);
CREATE INDEX invoice_list_idx ON invoice (created_at, id);
CREATE INDEX invoice_open_idx ON invoice (workspace_id, due_at, id) WHERE kind = 'invoice' AND status IN ('issued', 'overdue');
CREATE INDEX invoice_due_at_idx ON invoice (due_at) WHERE kind = 'invoice' AND status = 'issued';
CREATE INDEX invoice_draft_idx ON invoice (period_start) WHERE status = 'draft';
CALL enable_tenant_rls('invoice', 'NOT app_is_restricted_to_grants()');
-- A customer's request pays open invoices from the balance; everything else is written by jobs and staff.
GRANT SELECT ON invoice TO boreal_app;
GRANT UPDATE (status, paid_cents, paid_at, updated_at, has_payment_in_flight) ON invoice TO boreal_app;
GRANT SELECT, INSERT, UPDATE ON invoice TO boreal_system;

-- What a finalized document says never changes.
CREATE FUNCTION reject_invoice_mutation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.series_number IS NOT NULL AND (OLD.series, OLD.series_number, OLD.kind, OLD.workspace_id, OLD.period_start, OLD.subtotal_cents,
      OLD.discount_cents, OLD.net_cents, OLD.tax_cents, OLD.total_cents, OLD.tax_ppm, OLD.snapshot, OLD.issued_at, OLD.due_at, OLD.credits_invoice_id,
      OLD.replaces_invoice_id, OLD.is_full_reversal)
     IS DISTINCT FROM (NEW.series, NEW.series_number, NEW.kind, NEW.workspace_id, NEW.period_start, NEW.subtotal_cents,
      NEW.discount_cents, NEW.net_cents, NEW.tax_cents, NEW.total_cents, NEW.tax_ppm, NEW.snapshot, NEW.issued_at, NEW.due_at, NEW.credits_invoice_id,
      NEW.replaces_invoice_id, NEW.is_full_reversal)
  THEN RAISE EXCEPTION 'invoice % is final', OLD.id USING ERRCODE = '42501'; END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION reject_invoice_mutation FROM PUBLIC;
CREATE TRIGGER invoice_final BEFORE UPDATE ON invoice FOR EACH ROW EXECUTE FUNCTION reject_invoice_mutation();

CREATE TABLE invoice_line (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  position integer NOT NULL,
  -- adjustment: usage of an earlier month that was learned after its invoice.
  kind text NOT NULL CHECK (kind IN ('usage', 'adjustment', 'manual')),
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 500),
  -- As metered: the project may be deleted since.
  project_id uuid,
  project_name text,
  product_id uuid REFERENCES product,
  product_name text,
  price_snapshot_id uuid REFERENCES price_snapshot,
  rate_micros_per_hour bigint,
  period_start timestamptz,
  period_end timestamptz,
  seconds bigint NOT NULL DEFAULT 0,
  -- Exact cost of the line in micro-dollars × seconds / hour; 36,000,000 are one cent.
  exact_cost numeric(40, 0) NOT NULL DEFAULT 0,
  -- Of a line that staff write: quantity × price.
  quantity integer,
  unit_price_micros bigint,
  amount_cents bigint NOT NULL,
  -- The line's share of the document's discount and tax, for display.
  discount_cents bigint NOT NULL DEFAULT 0,
  tax_cents bigint NOT NULL DEFAULT 0,
  UNIQUE (workspace_id, id),
  UNIQUE (invoice_id, position),
  FOREIGN KEY (workspace_id, invoice_id) REFERENCES invoice (workspace_id, id)
);
-- What was invoiced for a month, to find what is missing.
CREATE INDEX invoice_line_period_idx ON invoice_line (workspace_id, period_start) WHERE kind <> 'manual';
CALL enable_tenant_rls('invoice_line', 'NOT app_is_restricted_to_grants()');
GRANT SELECT ON invoice_line TO boreal_app;
GRANT SELECT, INSERT, DELETE ON invoice_line TO boreal_system;

-- The instances of a line with their billed time in the line's period.
CREATE TABLE invoice_line_instance (
  workspace_id uuid NOT NULL,
  invoice_line_id uuid NOT NULL,
  instance_id uuid NOT NULL,
  hostname text NOT NULL,
  seconds bigint NOT NULL,
  -- First and last billed second in the period, half-open.
  start_second bigint NOT NULL,
  end_second bigint NOT NULL,
  PRIMARY KEY (invoice_line_id, instance_id),
  FOREIGN KEY (workspace_id, invoice_line_id) REFERENCES invoice_line (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, instance_id) REFERENCES instance (workspace_id, id)
);
CREATE INDEX invoice_line_instance_instance_id_idx ON invoice_line_instance (workspace_id, instance_id);
CALL enable_tenant_rls('invoice_line_instance', 'NOT app_is_restricted_to_grants()');
GRANT SELECT ON invoice_line_instance TO boreal_app;
GRANT SELECT, INSERT, DELETE ON invoice_line_instance TO boreal_system;

-- Promo credit and percentages that a document used, so that a reversal gives credit back to its grant.
CREATE TABLE invoice_discount (
  workspace_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  promo_grant_id uuid NOT NULL,
  cents bigint NOT NULL CHECK (cents > 0),
  returned_cents bigint NOT NULL DEFAULT 0 CHECK (returned_cents BETWEEN 0 AND cents),
  PRIMARY KEY (invoice_id, promo_grant_id),
  FOREIGN KEY (workspace_id, invoice_id) REFERENCES invoice (workspace_id, id),
  FOREIGN KEY (workspace_id, promo_grant_id) REFERENCES promo_grant (workspace_id, id)
);
CALL enable_tenant_rls('invoice_discount', 'NOT app_is_restricted_to_grants()');
GRANT SELECT ON invoice_discount TO boreal_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON invoice_discount TO boreal_system;

-- What customers read as the movements of their balance.
CREATE TABLE billing_history_entry (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES billing_account,
  -- In the order in which entries were added; several have the same time.
  entry_number bigint NOT NULL,
  type text NOT NULL CHECK (type IN ('top_up', 'invoice', 'invoice_payment', 'promo_credit', 'manual_credit', 'credit_note', 'refund', 'adjustment', 'chargeback')),
  status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
  -- Positive in the customer's favor.
  amount_cents bigint NOT NULL,
  -- The balance after it and its place in the order of balances; null while it is pending, and if it failed.
  balance_cents bigint,
  sequence bigint,
  invoice_id uuid,
  transaction_id uuid,
  -- What the entry is about, in words of its type: number of the document, brand and last digits of the card, code.
  detail jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(detail) = 'object'),
  -- The user who caused it; null for the system.
  created_by uuid REFERENCES user_account,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (workspace_id, id),
  UNIQUE (workspace_id, sequence),
  UNIQUE (workspace_id, entry_number),
  FOREIGN KEY (workspace_id, invoice_id) REFERENCES invoice (workspace_id, id),
  FOREIGN KEY (workspace_id, transaction_id) REFERENCES ledger_transaction (workspace_id, id),
  CHECK ((status = 'succeeded') = (balance_cents IS NOT NULL) AND (balance_cents IS NULL) = (sequence IS NULL))
);
CREATE INDEX billing_history_entry_created_at_idx ON billing_history_entry (workspace_id, created_at, id);
CREATE INDEX billing_history_entry_list_idx ON billing_history_entry (created_at, id);
CALL enable_tenant_rls('billing_history_entry', 'NOT app_is_restricted_to_grants()');
GRANT SELECT, INSERT, UPDATE ON billing_history_entry TO boreal_app, boreal_system;

-- Differences that the nightly check of the ledger found, for staff.
CREATE TABLE ledger_finding (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind ~ '^[a-z][a-z_]{0,62}$'),
  -- The id of the workspace, or the code of a number series.
  reference text NOT NULL CHECK (length(reference) BETWEEN 1 AND 255),
  detail jsonb NOT NULL CHECK (jsonb_typeof(detail) = 'object'),
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  resolved_at timestamptz
);
CREATE UNIQUE INDEX ledger_finding_open_key ON ledger_finding (kind, reference) WHERE resolved_at IS NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON ledger_finding TO boreal_system;

-- Rates of value added tax in parts per million, each from a day on.
CREATE TABLE vat_rate (
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  rate_ppm integer NOT NULL CHECK (rate_ppm BETWEEN 0 AND 1000000),
  valid_from date NOT NULL,
  PRIMARY KEY (country, valid_from)
);
INSERT INTO vat_rate (country, rate_ppm, valid_from) VALUES
  ('AT', 200000, '2020-01-01'), ('BE', 210000, '2020-01-01'), ('BG', 200000, '2020-01-01'), ('CY', 190000, '2020-01-01'),
  ('CZ', 210000, '2020-01-01'), ('DE', 190000, '2020-01-01'), ('DE', 160000, '2020-07-01'), ('DE', 190000, '2021-01-01'),
  ('DK', 250000, '2020-01-01'), ('EE', 200000, '2020-01-01'), ('EE', 220000, '2024-01-01'), ('EE', 240000, '2025-07-01'),
  ('ES', 210000, '2020-01-01'), ('FI', 240000, '2020-01-01'), ('FI', 255000, '2024-09-01'), ('FR', 200000, '2020-01-01'),
  ('GR', 240000, '2020-01-01'), ('HR', 250000, '2020-01-01'), ('HU', 270000, '2020-01-01'), ('IE', 230000, '2020-01-01'),
  ('IE', 210000, '2020-09-01'), ('IE', 230000, '2021-03-01'), ('IT', 220000, '2020-01-01'), ('LT', 210000, '2020-01-01'),
  ('LU', 170000, '2020-01-01'), ('LU', 160000, '2023-01-01'), ('LU', 170000, '2024-01-01'), ('LV', 210000, '2020-01-01'),
  ('MT', 180000, '2020-01-01'), ('NL', 210000, '2020-01-01'), ('PL', 230000, '2020-01-01'), ('PT', 230000, '2020-01-01'),
  ('RO', 190000, '2020-01-01'), ('RO', 210000, '2025-08-01'), ('SE', 250000, '2020-01-01'), ('SI', 220000, '2020-01-01'),
  ('SK', 200000, '2020-01-01'), ('SK', 230000, '2025-01-01');
GRANT SELECT ON vat_rate TO boreal_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON vat_rate TO boreal_system;

-- Who is invoiced. Every change is a new version; documents copy the newest one.
CREATE TABLE billing_info (
  workspace_id uuid NOT NULL REFERENCES billing_account,
  version integer NOT NULL CHECK (version > 0),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  company text CHECK (length(company) BETWEEN 1 AND 200),
  address_line1 text NOT NULL CHECK (length(address_line1) BETWEEN 1 AND 200),
  address_line2 text CHECK (length(address_line2) BETWEEN 1 AND 200),
  postal_code text CHECK (length(postal_code) BETWEEN 1 AND 20),
  city text NOT NULL CHECK (length(city) BETWEEN 1 AND 100),
  region text CHECK (length(region) BETWEEN 1 AND 100),
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  -- Without spaces, with its country prefix.
  vat_id text CHECK (length(vat_id) BETWEEN 4 AND 16),
  -- Email addresses that receive invoices beside the billing administrators.
  receivers text[] NOT NULL DEFAULT '{}' CHECK (cardinality(receivers) <= 10),
  -- The customer's own reference, printed on invoices.
  order_number text CHECK (length(order_number) BETWEEN 1 AND 100),
  created_by uuid REFERENCES user_account,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, version)
);
CALL enable_tenant_rls('billing_info', 'NOT app_is_restricted_to_grants()');
GRANT SELECT, INSERT ON billing_info TO boreal_app, boreal_system;

-- The last answers about the workspace's VAT ids. `checked_at` is the last try, `valid_at` the last time it was valid.
CREATE TABLE vat_id_check (
  workspace_id uuid NOT NULL REFERENCES billing_account,
  vat_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('unverified', 'valid', 'invalid', 'unavailable')),
  checked_at timestamptz,
  valid_at timestamptz,
  consultation_number text CHECK (length(consultation_number) <= 100),
  PRIMARY KEY (workspace_id, vat_id)
);
CALL enable_tenant_rls('vat_id_check', 'NOT app_is_restricted_to_grants()');
GRANT SELECT, INSERT ON vat_id_check TO boreal_app;
GRANT SELECT, INSERT, UPDATE ON vat_id_check TO boreal_system;

-- Who sells, as invoices name it; one row. The server writes its setting here when it starts.
CREATE TABLE billing_seller (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  details jsonb NOT NULL CHECK (jsonb_typeof(details) = 'object')
);
INSERT INTO billing_seller (details) VALUES
  ('{"name": "Boreal Cloud B.V.", "address": ["Keizersgracht 1", "1015 CJ Amsterdam"], "country": "NL", "vatId": "NL123456789B01", "registration": "KvK 12345678"}');
GRANT SELECT ON billing_seller TO boreal_app;
GRANT SELECT, UPDATE ON billing_seller TO boreal_system;

-- Months that are invoiced, from the first month with billing on. Late usage of other months is not corrected.
CREATE TABLE billing_month (
  period_start timestamptz PRIMARY KEY,
  closed_at timestamptz
);
GRANT SELECT, INSERT, UPDATE ON billing_month TO boreal_system;

-- Alert thresholds, overdue invoices and the suspension that follows, notices that are sent once, and automatic
-- top-up. docs/decisions/0051-spending-alerts-and-dunning.md.

-- The amount per calendar month (UTC) at which a workspace is alerted, and what happens when it is passed.
CREATE TABLE alert_threshold (
  workspace_id uuid PRIMARY KEY REFERENCES billing_account,
  -- Each change is a new version, which alerts anew.
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  amount_cents bigint NOT NULL CHECK (amount_cents BETWEEN 100 AND 100000000),
  action text NOT NULL CHECK (action IN ('notify', 'block_orders', 'stop', 'terminate_after_grace')),
  -- The start of the month that level, passed_at and terminate_at are about.
  month timestamptz NOT NULL,
  -- The highest percentage of the amount for which an alert was sent.
  level smallint NOT NULL DEFAULT 0 CHECK (level IN (0, 50, 80, 100)),
  passed_at timestamptz,
  -- When the instances are terminated; null without a grace period under way.
  terminate_at timestamptz,
  created_by uuid REFERENCES user_account,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- A removed threshold keeps its row, so that its versions continue.
  removed_at timestamptz,
  CHECK ((level = 100) = (passed_at IS NOT NULL)),
  CHECK (terminate_at IS NULL OR (action = 'terminate_after_grace' AND level = 100 AND removed_at IS NULL))
);
CREATE INDEX alert_threshold_active_idx ON alert_threshold (workspace_id) WHERE removed_at IS NULL;
CALL enable_tenant_rls('alert_threshold');
GRANT SELECT ON alert_threshold TO boreal_app;
GRANT SELECT, INSERT, UPDATE ON alert_threshold TO boreal_system;

-- Workspaces that have instances stopped, or will have, because an invoice is overdue.
CREATE TABLE overdue_suspension (
  workspace_id uuid PRIMARY KEY REFERENCES billing_account,
  -- The invoice that is overdue for longest.
  invoice_id uuid NOT NULL,
  suspends_at timestamptz NOT NULL,
  announced_at timestamptz NOT NULL,
  reminded_at timestamptz,
  suspended_at timestamptz CHECK (suspended_at >= announced_at),
  FOREIGN KEY (workspace_id, invoice_id) REFERENCES invoice (workspace_id, id)
);
CREATE INDEX overdue_suspension_invoice_id_idx ON overdue_suspension (workspace_id, invoice_id);
CALL enable_tenant_rls('overdue_suspension', 'NOT app_is_restricted_to_grants()');
GRANT SELECT ON overdue_suspension TO boreal_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON overdue_suspension TO boreal_system;

CREATE INDEX workspace_suspended_overdue_idx ON workspace (id) WHERE suspension_reason = 'overdue';
CREATE INDEX invoice_overdue_idx ON invoice (due_at) WHERE kind = 'invoice' AND status = 'overdue';
CREATE INDEX payment_failed_idx ON payment (updated_at) WHERE status = 'failed' AND is_off_session;

-- Instances that a suspension stopped. They start again when it is lifted by a payment.
CREATE TABLE suspended_instance (
  workspace_id uuid NOT NULL,
  instance_id uuid NOT NULL,
  stopped_at timestamptz NOT NULL,
  -- Since when it is to start again; null while the workspace is suspended.
  starts_since timestamptz,
  PRIMARY KEY (workspace_id, instance_id),
  FOREIGN KEY (workspace_id, instance_id) REFERENCES instance (workspace_id, id)
);
CREATE INDEX suspended_instance_starts_since_idx ON suspended_instance (starts_since) WHERE starts_since IS NOT NULL;
CALL enable_tenant_rls('suspended_instance', 'NOT app_is_restricted_to_grants()');
GRANT SELECT ON suspended_instance TO boreal_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON suspended_instance TO boreal_system;

-- Emails of billing that are sent once about one thing, such as a card that expires in 30 days.
CREATE TABLE billing_notice (
  workspace_id uuid NOT NULL REFERENCES billing_account,
  kind text NOT NULL CHECK (kind ~ '^[a-z0-9_]{2,40}$'),
  -- The id of what it is about.
  reference text NOT NULL CHECK (length(reference) BETWEEN 1 AND 100),
  sent_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, kind, reference)
);
CALL enable_tenant_rls('billing_notice', 'NOT app_is_restricted_to_grants()');
GRANT SELECT ON billing_notice TO boreal_app;
GRANT SELECT, INSERT ON billing_notice TO boreal_system;

-- Top-ups by the default card when the balance falls below a threshold.
CREATE TABLE automatic_top_up (
  workspace_id uuid PRIMARY KEY REFERENCES billing_account,
  is_enabled boolean NOT NULL,
  threshold_cents bigint NOT NULL CHECK (threshold_cents BETWEEN 0 AND 100000000),
  amount_cents bigint NOT NULL CHECK (amount_cents BETWEEN 500 AND 1000000),
  -- The most that it adds in a calendar month (UTC).
  ceiling_cents bigint NOT NULL CHECK (ceiling_cents BETWEEN amount_cents AND 100000000),
  -- Since when it waits for the customer because a top-up failed.
  paused_at timestamptz,
  pause_reason text CHECK (length(pause_reason) BETWEEN 1 AND 255),
  created_by uuid REFERENCES user_account,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK ((paused_at IS NULL) = (pause_reason IS NULL))
);
CREATE INDEX automatic_top_up_enabled_idx ON automatic_top_up (workspace_id) WHERE is_enabled AND paused_at IS NULL;
CALL enable_tenant_rls('automatic_top_up', 'NOT app_is_restricted_to_grants()');
GRANT SELECT, INSERT, UPDATE ON automatic_top_up TO boreal_app, boreal_system;

ALTER TABLE payment ADD COLUMN is_automatic_top_up boolean NOT NULL DEFAULT false
  CHECK (NOT is_automatic_top_up OR (is_off_session AND invoice_id IS NULL));
-- At most one automatic top-up of a workspace waits for its result.
CREATE UNIQUE INDEX payment_automatic_top_up_key ON payment (workspace_id)
  WHERE is_automatic_top_up AND status IN ('created', 'requires_action', 'processing', 'unknown');

-- Card payments: customers and cards at the payment provider, payments with their results, and the webhooks that were
-- processed. docs/decisions/0049-payments.md. No card number and no client secret is stored.

-- The provider's customer of a workspace.
CREATE TABLE payment_customer (
  workspace_id uuid PRIMARY KEY REFERENCES workspace,
  provider text NOT NULL CHECK (provider = 'stripe'),
  customer_id text NOT NULL CHECK (length(customer_id) BETWEEN 1 AND 255),
  created_at timestamptz NOT NULL
);
CALL enable_tenant_rls('payment_customer', 'NOT app_is_restricted_to_grants()');
GRANT SELECT ON payment_customer TO boreal_app;
GRANT SELECT, INSERT, UPDATE ON payment_customer TO boreal_system;

CREATE TABLE payment_method (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspace,
  provider_id text NOT NULL CHECK (length(provider_id) BETWEEN 1 AND 255),
  brand text NOT NULL CHECK (length(brand) BETWEEN 1 AND 40),
  last4 text NOT NULL CHECK (last4 ~ '^[0-9]{4}$'),
  exp_month smallint NOT NULL CHECK (exp_month BETWEEN 1 AND 12),
  exp_year smallint NOT NULL CHECK (exp_year BETWEEN 2000 AND 2200),
  -- The same for the same card number; null if the provider sends none.
  fingerprint text CHECK (length(fingerprint) BETWEEN 1 AND 255),
  is_default boolean NOT NULL,
  created_by uuid REFERENCES user_account,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (workspace_id, id),
  UNIQUE (workspace_id, provider_id),
  UNIQUE (workspace_id, fingerprint)
);
CREATE INDEX payment_method_provider_id_idx ON payment_method (provider_id);
CREATE UNIQUE INDEX payment_method_default_key ON payment_method (workspace_id) WHERE is_default;
CREATE INDEX payment_method_list_idx ON payment_method (workspace_id, created_at, id);
CALL enable_tenant_rls('payment_method', 'NOT app_is_restricted_to_grants()');
GRANT SELECT, UPDATE, DELETE ON payment_method TO boreal_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON payment_method TO boreal_system;

-- A card that is being saved in a browser.
CREATE TABLE card_setup (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspace,
  provider_id text,
  created_by uuid NOT NULL REFERENCES user_account,
  created_at timestamptz NOT NULL,
  UNIQUE (workspace_id, id),
  UNIQUE (workspace_id, provider_id)
);
CREATE INDEX card_setup_provider_id_idx ON card_setup (provider_id);
CREATE INDEX card_setup_created_at_idx ON card_setup (workspace_id, created_at);
CALL enable_tenant_rls('card_setup', 'NOT app_is_restricted_to_grants()');
GRANT SELECT ON card_setup TO boreal_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON card_setup TO boreal_system;

-- One attempt to pay with a card.
CREATE TABLE payment (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES billing_account,
  -- Null for a top-up.
  invoice_id uuid,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  -- created: the card is not confirmed yet. unknown: the response of the provider is lost.
  status text NOT NULL CHECK (status IN ('created', 'requires_action', 'processing', 'unknown', 'succeeded', 'failed')),
  -- Charged without the customer present.
  is_off_session boolean NOT NULL,
  provider_id text CHECK (length(provider_id) BETWEEN 1 AND 255),
  -- The card that pays, as it was then.
  card_id text,
  card_brand text,
  card_last4 text,
  failure_code text CHECK (length(failure_code) BETWEEN 1 AND 255),
  -- Its entry in the billing history; null until there is something to show.
  history_entry_id uuid,
  created_by uuid REFERENCES user_account,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- When the provider was last asked for its result.
  checked_at timestamptz NOT NULL,
  UNIQUE (workspace_id, id),
  UNIQUE (workspace_id, provider_id),
  FOREIGN KEY (workspace_id, invoice_id) REFERENCES invoice (workspace_id, id),
  FOREIGN KEY (workspace_id, history_entry_id) REFERENCES billing_history_entry (workspace_id, id)
);
-- At most one payment of an invoice waits for its result.
CREATE UNIQUE INDEX payment_in_flight_key ON payment (workspace_id, invoice_id)
  WHERE invoice_id IS NOT NULL AND status IN ('created', 'requires_action', 'processing', 'unknown');
CREATE INDEX payment_provider_id_idx ON payment (provider_id);
CREATE INDEX payment_open_idx ON payment (checked_at) WHERE status IN ('created', 'requires_action', 'processing', 'unknown');
CREATE INDEX payment_created_at_idx ON payment (workspace_id, created_at);
CALL enable_tenant_rls('payment', 'NOT app_is_restricted_to_grants()');
GRANT SELECT ON payment TO boreal_app;
GRANT SELECT, INSERT, UPDATE ON payment TO boreal_system;

-- Webhooks that were processed, each once. Belongs to no tenant.
CREATE TABLE payment_event (
  provider text NOT NULL,
  event_id text NOT NULL CHECK (length(event_id) BETWEEN 1 AND 255),
  type text NOT NULL CHECK (length(type) BETWEEN 1 AND 100),
  processed_at timestamptz NOT NULL,
  PRIMARY KEY (provider, event_id)
);
CREATE INDEX payment_event_processed_at_idx ON payment_event (processed_at);
GRANT SELECT, INSERT, DELETE ON payment_event TO boreal_system;

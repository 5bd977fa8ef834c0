-- Money that goes back: refunds to cards, payments that a bank takes back, and debts that are written off.
-- docs/decisions/0052-money-back.md. Amounts are whole cents.

-- One refund to the card of a payment.
CREATE TABLE refund (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES billing_account,
  payment_id uuid NOT NULL,
  -- The invoice that a credit note takes back; null where the money is in the balance.
  invoice_id uuid,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  -- created: the provider has not answered yet. pending: it has not sent the money yet. Both reserve the amount. The
  -- ledger has the refund once it succeeded. returned: the bank sent the money back later, and it is in the balance.
  status text NOT NULL CHECK (status IN ('created', 'pending', 'succeeded', 'failed', 'returned')),
  provider_id text CHECK (length(provider_id) BETWEEN 1 AND 255),
  failure_code text CHECK (length(failure_code) BETWEEN 1 AND 255),
  credit_note_id uuid,
  -- Its entry in the billing history; null until there is something to show.
  history_entry_id uuid,
  reason text CHECK (length(reason) BETWEEN 1 AND 1000),
  -- The hash of the requester and of the Idempotency-Key, and the hash of the request: a repeated request is one refund.
  request_key bytea,
  request_hash bytea,
  created_by uuid REFERENCES user_account,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- When the provider was last asked for its result.
  checked_at timestamptz NOT NULL,
  UNIQUE (workspace_id, id),
  UNIQUE (workspace_id, provider_id),
  UNIQUE (workspace_id, request_key),
  FOREIGN KEY (workspace_id, payment_id) REFERENCES payment (workspace_id, id),
  FOREIGN KEY (workspace_id, invoice_id) REFERENCES invoice (workspace_id, id),
  FOREIGN KEY (workspace_id, credit_note_id) REFERENCES invoice (workspace_id, id),
  FOREIGN KEY (workspace_id, history_entry_id) REFERENCES billing_history_entry (workspace_id, id),
  CHECK ((request_key IS NULL) = (request_hash IS NULL))
);
CREATE INDEX refund_payment_id_idx ON refund (workspace_id, payment_id);
CREATE INDEX refund_invoice_id_idx ON refund (workspace_id, invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX refund_provider_id_idx ON refund (provider_id);
CREATE INDEX refund_open_idx ON refund (checked_at) WHERE status IN ('created', 'pending');
CREATE INDEX refund_reserved_idx ON refund (workspace_id) WHERE status IN ('created', 'pending');
CALL enable_tenant_rls('refund', 'NOT app_is_restricted_to_grants()');
GRANT SELECT ON refund TO boreal_app;
GRANT SELECT, INSERT, UPDATE ON refund TO boreal_system;

-- A payment that a customer disputes at their bank.
CREATE TABLE dispute (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES billing_account,
  payment_id uuid NOT NULL,
  provider_id text NOT NULL CHECK (length(provider_id) BETWEEN 1 AND 255),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  -- The reason that the bank names, such as fraudulent.
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 100),
  status text NOT NULL CHECK (status IN ('open', 'won', 'lost')),
  -- What the bank took back and what it gave back so far.
  withdrawn_cents bigint NOT NULL DEFAULT 0 CHECK (withdrawn_cents >= 0),
  reinstated_cents bigint NOT NULL DEFAULT 0 CHECK (reinstated_cents BETWEEN 0 AND withdrawn_cents),
  -- The part of what the bank took back for which there was neither a balance nor a paid invoice.
  loss_cents bigint NOT NULL DEFAULT 0 CHECK (loss_cents >= 0),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (workspace_id, id),
  UNIQUE (workspace_id, provider_id),
  FOREIGN KEY (workspace_id, payment_id) REFERENCES payment (workspace_id, id)
);
CREATE INDEX dispute_payment_id_idx ON dispute (workspace_id, payment_id);
CREATE INDEX dispute_provider_id_idx ON dispute (provider_id);
CREATE INDEX dispute_open_idx ON dispute (created_at) WHERE status = 'open';
CALL enable_tenant_rls('dispute', 'NOT app_is_restricted_to_grants()');
GRANT SELECT ON dispute TO boreal_app;
GRANT SELECT, INSERT, UPDATE ON dispute TO boreal_system;

-- When a bank took back the payment of a paid invoice; such an invoice is not charged automatically.
ALTER TABLE invoice ADD COLUMN reopened_at timestamptz;
-- The tax in written_off_cents.
ALTER TABLE invoice ADD COLUMN written_off_tax_cents bigint NOT NULL DEFAULT 0
  CHECK (written_off_tax_cents BETWEEN 0 AND written_off_cents);

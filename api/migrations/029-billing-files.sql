-- Files of finalized documents: rendered once, then served as they are. docs/decisions/0050-billing-files.md.

CREATE TABLE billing_file (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES billing_account,
  -- What the file is about: an invoice or credit note, or a movement of the balance.
  invoice_id uuid,
  history_entry_id uuid,
  format text NOT NULL CHECK (format IN ('pdf', 'ubl', 'cii')),
  language text NOT NULL CHECK (language IN ('en', 'de')),
  bytes bytea NOT NULL CHECK (octet_length(bytes) BETWEEN 1 AND 50000000),
  sha256 bytea NOT NULL,
  created_at timestamptz NOT NULL,
  FOREIGN KEY (workspace_id, invoice_id) REFERENCES invoice (workspace_id, id),
  FOREIGN KEY (workspace_id, history_entry_id) REFERENCES billing_history_entry (workspace_id, id),
  CHECK (num_nonnulls(invoice_id, history_entry_id) = 1),
  CHECK (format = 'pdf' OR invoice_id IS NOT NULL),
  CHECK (sha256 = sha256(bytes))
);
CREATE UNIQUE INDEX billing_file_invoice_key ON billing_file (workspace_id, invoice_id, format) WHERE invoice_id IS NOT NULL;
CREATE UNIQUE INDEX billing_file_history_entry_key ON billing_file (workspace_id, history_entry_id, format) WHERE history_entry_id IS NOT NULL;
-- A PDF is compressed already.
ALTER TABLE billing_file ALTER COLUMN bytes SET STORAGE EXTERNAL;
CALL enable_tenant_rls('billing_file', 'NOT app_is_restricted_to_grants()');
GRANT SELECT ON billing_file TO boreal_app;
GRANT SELECT, INSERT ON billing_file TO boreal_system;
CREATE TRIGGER billing_file_append_only BEFORE UPDATE OR DELETE ON billing_file
  FOR EACH ROW EXECUTE FUNCTION reject_ledger_mutation();

-- When the mails about it were queued, or it was decided that there are none.
ALTER TABLE invoice ADD COLUMN mailed_at timestamptz;
ALTER TABLE billing_history_entry ADD COLUMN mailed_at timestamptz;

-- What is there already is not mailed.
SET LOCAL ROLE boreal_system;
UPDATE invoice SET mailed_at = issued_at WHERE issued_at IS NOT NULL;
UPDATE billing_history_entry SET mailed_at = created_at WHERE status = 'succeeded' AND type IN ('top_up', 'invoice_payment');
RESET ROLE;

CREATE INDEX invoice_not_mailed_idx ON invoice (issued_at, id) WHERE issued_at IS NOT NULL AND mailed_at IS NULL;
CREATE INDEX billing_history_entry_not_mailed_idx ON billing_history_entry (created_at, id)
  WHERE status = 'succeeded' AND type IN ('top_up', 'invoice_payment') AND mailed_at IS NULL;

-- Amounts that a staff member wants to add to a balance and that a second person approves first.
CREATE TABLE balance_approval (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspace,
  amount_cents bigint NOT NULL CHECK (amount_cents BETWEEN 1 AND 9007199254740991),
  source text NOT NULL CHECK (source IN ('goodwill', 'bank')),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 1000),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  created_by uuid NOT NULL REFERENCES user_account,
  created_at timestamptz NOT NULL,
  answered_by uuid REFERENCES user_account,
  answered_at timestamptz,
  answer_note text CHECK (length(answer_note) BETWEEN 1 AND 1000),
  UNIQUE (workspace_id, id),
  CHECK ((status = 'pending') = (answered_at IS NULL) AND (status = 'pending') = (answered_by IS NULL)),
  -- Whoever asked may take the request back, but not approve it.
  CHECK (status <> 'approved' OR answered_by <> created_by)
);
CREATE INDEX balance_approval_pending_idx ON balance_approval (created_at, id) WHERE status = 'pending';
CREATE INDEX balance_approval_workspace_idx ON balance_approval (workspace_id, created_at DESC);
CALL enable_tenant_rls('balance_approval');
GRANT SELECT, INSERT, UPDATE ON balance_approval TO boreal_system;

-- Budgets of projects. docs/decisions/0060-billing-gaps.md.

-- The amount per calendar month (UTC) at which members are told what a project costs.
CREATE TABLE project_budget (
  workspace_id uuid NOT NULL REFERENCES billing_account,
  project_id uuid NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents BETWEEN 100 AND 100000000),
  -- The start of the month that level and passed_at are about.
  month timestamptz NOT NULL,
  -- The highest percentage of the amount for which an email was sent.
  level smallint NOT NULL DEFAULT 0 CHECK (level IN (0, 50, 80, 100)),
  passed_at timestamptz,
  created_by uuid REFERENCES user_account,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, project_id),
  FOREIGN KEY (workspace_id, project_id) REFERENCES project (workspace_id, id) ON DELETE CASCADE,
  CHECK ((level = 100) = (passed_at IS NOT NULL))
);
CALL enable_tenant_rls('project_budget', 'NOT app_is_restricted_to_grants() OR project_id IN (SELECT app_granted_project_ids())');
GRANT SELECT, INSERT, UPDATE, DELETE ON project_budget TO boreal_app, boreal_system;

-- What the comparisons with providers find: differences that staff decide about. Nothing is charged or deleted because
-- of a finding.
CREATE TABLE infrastructure_finding (
  id uuid PRIMARY KEY,
  region_handle text NOT NULL REFERENCES region,
  -- The kinds are in contracts/src/infrastructure.ts; the table only checks their form.
  kind text NOT NULL CHECK (kind ~ '^[a-z][a-z_]{0,62}$'),
  -- What it is about: the provider's id of a resource, the name of a flavor, image or host, or the id of a command.
  reference text NOT NULL CHECK (length(reference) BETWEEN 1 AND 255),
  -- The instance it concerns, which may be terminated; null if it concerns none.
  instance_id uuid,
  -- Facts about it, by the names of the contract.
  detail jsonb NOT NULL CHECK (jsonb_typeof(detail) = 'object'),
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  -- When a comparison no longer found it; null while it is open.
  resolved_at timestamptz
);
CREATE UNIQUE INDEX infrastructure_finding_open_key ON infrastructure_finding (region_handle, kind, reference)
  WHERE resolved_at IS NULL;
CREATE INDEX infrastructure_finding_first_seen_idx ON infrastructure_finding (first_seen_at, id);
CREATE INDEX infrastructure_finding_resolved_idx ON infrastructure_finding (resolved_at) WHERE resolved_at IS NOT NULL;
-- Findings belong to no tenant: only boreal_system sees them.
GRANT SELECT, INSERT, UPDATE, DELETE ON infrastructure_finding TO boreal_system;

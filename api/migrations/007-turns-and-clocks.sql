-- The number of a command's turn. A worker changes something at the provider and saves a result only while
-- the turn is its own: a takeover begins the next turn.
ALTER TABLE command ADD COLUMN turn bigint NOT NULL DEFAULT 0;

-- "Changed since" is asked by the provider's clock; a time of Boreal's clock is dropped.
UPDATE region SET reconciled_until = NULL WHERE reconciled_until IS NOT NULL;
ALTER TABLE region
  -- When all servers were last compared, not only the changed ones. By Boreal's clock.
  ADD COLUMN fully_compared_at timestamptz,
  -- How far the provider's clock is ahead of Boreal's; null before its first answer.
  ADD COLUMN clock_ahead_ms bigint,
  -- Servers, ports and addresses that carry Boreal's mark and belong to no instance, at the last full comparison.
  ADD COLUMN orphans integer NOT NULL DEFAULT 0,
  ADD COLUMN oldest_orphan_at timestamptz;

-- False while the region's provider does not have the product's flavor.
ALTER TABLE product_stock ADD COLUMN offered boolean NOT NULL DEFAULT true;

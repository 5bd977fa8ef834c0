-- User data of orders, rejected capacity, and orders that wait until their product is free.

-- Written once with its line. It may contain secrets, so no response and no activity has it.
ALTER TABLE purchase_order_line ADD COLUMN user_data text CHECK (user_data <> '');

-- Until when the stock stays 0 because the provider rejected an instance for lack of capacity: what it reports is too high.
ALTER TABLE product_stock ADD COLUMN rejected_until timestamptz;

-- Orders of one line that start when one of their choices is free, oldest first. docs/decisions/0042-cart-and-queue.md
CREATE TABLE queued_order (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspace,
  created_by uuid NOT NULL REFERENCES user_account,
  -- The access token that sent it; null for a session.
  token_id uuid,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'started', 'cancelled', 'expired', 'failed')),
  -- What it waits for, or why it failed; a code.
  reason text,
  ended_at timestamptz,
  max_rate_micros_per_hour bigint NOT NULL CHECK (max_rate_micros_per_hour > 0),
  variant text NOT NULL CHECK (variant IN ('virtual_machine', 'bare_metal')),
  -- Product and region of each choice, the preferred one first.
  product_ids uuid[] NOT NULL CHECK (cardinality(product_ids) BETWEEN 1 AND 4),
  region_handles text[] NOT NULL,
  image_id uuid NOT NULL REFERENCES image,
  -- Keys and project may be deleted meanwhile, so these are no references.
  project_id uuid,
  quantity integer NOT NULL CHECK (quantity >= 1),
  hostnames text[] NOT NULL,
  credential_ids uuid[] NOT NULL,
  -- Null without user data, and once the order has ended.
  user_data text,
  order_id uuid,
  UNIQUE (workspace_id, id),
  FOREIGN KEY (workspace_id, token_id) REFERENCES access_token (workspace_id, id),
  FOREIGN KEY (workspace_id, order_id) REFERENCES purchase_order (workspace_id, id),
  CONSTRAINT queued_order_choices_check CHECK (cardinality(product_ids) = cardinality(region_handles)),
  CONSTRAINT queued_order_names_check CHECK (cardinality(hostnames) = quantity),
  CONSTRAINT queued_order_ended_check CHECK ((status = 'waiting') = (ended_at IS NULL)),
  CONSTRAINT queued_order_started_check CHECK ((status = 'started') = (order_id IS NOT NULL))
);
CREATE INDEX queued_order_waiting_idx ON queued_order (created_at, id) WHERE status = 'waiting';
CREATE INDEX queued_order_list_idx ON queued_order (workspace_id, created_at, id);
CALL enable_tenant_rls('queued_order', 'NOT app_is_restricted_to_grants() OR project_id IN (SELECT app_granted_project_ids())');
GRANT SELECT, INSERT, UPDATE ON queued_order TO boreal_app, boreal_system;

-- How many orders of its workspace started since an order waits: workspaces take turns, so each start moves the others of
-- the same workspace back.
CREATE FUNCTION queued_order_turns(p_workspace uuid, p_since timestamptz) RETURNS bigint LANGUAGE sql STABLE
RETURN (SELECT count(*) FROM queued_order s WHERE s.workspace_id = p_workspace AND s.status = 'started' AND s.ended_at > p_since);

-- The waiting orders of all workspaces that start before this one and want one of its products in the same region.
CREATE FUNCTION queued_orders_ahead(p_id uuid) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
RETURN (SELECT count(*) FROM queued_order mine
    JOIN queued_order other ON other.status = 'waiting' AND other.id <> mine.id
     AND (queued_order_turns(other.workspace_id, other.created_at), other.created_at, other.id)
       < (queued_order_turns(mine.workspace_id, mine.created_at), mine.created_at, mine.id)
     AND EXISTS (SELECT FROM unnest(mine.product_ids, mine.region_handles) AS wanted (product_id, region_handle)
                   JOIN unnest(other.product_ids, other.region_handles) AS also (product_id, region_handle) USING (product_id, region_handle))
   WHERE mine.id = p_id AND mine.status = 'waiting');
GRANT CREATE ON SCHEMA public TO boreal_system;
ALTER FUNCTION queued_orders_ahead OWNER TO boreal_system;
REVOKE CREATE ON SCHEMA public FROM boreal_system;
REVOKE ALL ON FUNCTION queued_order_turns, queued_orders_ahead FROM PUBLIC;
GRANT EXECUTE ON FUNCTION queued_order_turns TO boreal_system;
GRANT EXECUTE ON FUNCTION queued_orders_ahead TO boreal_app, boreal_system;

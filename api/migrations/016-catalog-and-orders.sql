-- The catalog in the database, bare-metal items, and orders. Processes of the release before fail on this schema: stop
-- them first (docs/operations.md). docs/decisions/0036-catalog-and-orders.md has the reasons.

-- Regions. The country and the sources of energy are codes that each reader's language words; the name of a certificate is
-- a proper name. ZZ is the code of an unknown country.
UPDATE region SET country = CASE WHEN country ~ '^[A-Za-z]{2}$' THEN upper(country) WHEN country = 'Sweden' THEN 'SE'
  WHEN country = 'Iceland' THEN 'IS' WHEN country = 'Finland' THEN 'FI' ELSE 'ZZ' END;
ALTER TABLE region ADD CONSTRAINT region_country_check CHECK (country ~ '^[A-Z]{2}$');
ALTER TABLE region
  ADD COLUMN energy_sources text[] NOT NULL DEFAULT '{}',
  ADD COLUMN energy_certificate text;
UPDATE region SET energy_sources = ARRAY(
  SELECT code FROM unnest(ARRAY['hydro', 'wind', 'solar', 'geothermal', 'biomass', 'nuclear', 'gas', 'coal']) AS code
   WHERE strpos(lower(energy_source), code) > 0 ORDER BY strpos(lower(energy_source), code));
-- Any other text stands for the mix of the public grid.
UPDATE region SET energy_sources = '{grid_mix}' WHERE energy_sources = '{}';
ALTER TABLE region
  DROP COLUMN energy_source,
  ALTER COLUMN energy_sources DROP DEFAULT,
  ADD CONSTRAINT region_energy_sources_check CHECK (cardinality(energy_sources) > 0
    AND energy_sources <@ ARRAY['hydro', 'wind', 'solar', 'geothermal', 'biomass', 'nuclear', 'gas', 'coal', 'grid_mix']);

-- Installed GPUs of a region: hypervisors do not report how many they have. The numbers were part of the program.
CREATE TABLE region_gpu (
  region_handle text NOT NULL REFERENCES region,
  gpu_model text NOT NULL,
  gpu_count integer NOT NULL CHECK (gpu_count >= 0),
  PRIMARY KEY (region_handle, gpu_model)
);
INSERT INTO region_gpu (region_handle, gpu_model, gpu_count)
SELECT handle, model, n FROM (VALUES
    ('lulea', 'L40S', 24), ('lulea', 'A100 80GB', 16), ('lulea', 'H100 SXM', 24),
    ('keflavik', 'L40S', 16), ('keflavik', 'A100 80GB', 24),
    ('kajaani', 'H100 SXM', 16), ('kajaani', 'H200 SXM', 16)) AS installed (handle, model, n)
  JOIN region USING (handle);
GRANT SELECT, INSERT, UPDATE, DELETE ON region_gpu TO boreal_system;

-- Products of both variants: a virtual machine has a flavor, a bare-metal machine is an item.
ALTER TABLE product
  ALTER COLUMN flavor DROP NOT NULL,
  DROP CONSTRAINT product_flavor_key,
  ADD CONSTRAINT product_flavor_check CHECK ((variant = 'virtual_machine') = (flavor IS NOT NULL)),
  ADD CONSTRAINT product_id_variant_key UNIQUE (id, variant);
CREATE UNIQUE INDEX product_flavor_key ON product (flavor) WHERE status <> 'deleted';

-- A price that orders refer to never changes.
REVOKE UPDATE ON price_snapshot FROM boreal_system;

-- Images. A deleted one keeps its row, because instances refer to it; another one may take its place.
UPDATE image SET status = 'deleted' WHERE id IN (
  SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY name ORDER BY status = 'active' DESC, position, id) AS place FROM image) named
   WHERE place > 1);
ALTER TABLE image
  ADD COLUMN is_default boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT image_family_version_key,
  ADD CONSTRAINT image_default_check CHECK (NOT is_default OR status = 'active');
CREATE UNIQUE INDEX image_family_version_key ON image (family, version) WHERE status <> 'deleted';
-- The name is also the name at the provider.
CREATE UNIQUE INDEX image_name_key ON image (name) WHERE status <> 'deleted';
CREATE UNIQUE INDEX image_family_default_key ON image (family) WHERE is_default;
UPDATE image SET is_default = true
 WHERE id IN (SELECT DISTINCT ON (family) id FROM image WHERE status = 'active' ORDER BY family, position, id);

-- The machines behind bare-metal products. They belong to no workspace: only boreal_system sees them.
CREATE TABLE bare_metal_item (
  id uuid PRIMARY KEY,
  product_id uuid NOT NULL,
  variant text NOT NULL DEFAULT 'bare_metal' CHECK (variant = 'bare_metal'),
  region_handle text NOT NULL REFERENCES region,
  serial text NOT NULL CHECK (serial <> ''),
  -- Names in Foreman.
  foreman_host text NOT NULL CHECK (foreman_host <> ''),
  host_group text NOT NULL,
  rack text NOT NULL DEFAULT '',
  note text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT 'available'
    CHECK (state IN ('available', 'reserved', 'in_use', 'erasing', 'maintenance', 'broken', 'retired')),
  -- The instance it is reserved for or used by.
  instance_id uuid UNIQUE REFERENCES instance,
  -- True from the moment an instance uses it until its disks are erased.
  has_customer_data boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  FOREIGN KEY (product_id, variant) REFERENCES product (id, variant),
  CONSTRAINT bare_metal_item_instance_check CHECK ((state IN ('reserved', 'in_use')) = (instance_id IS NOT NULL)),
  -- Disks with the data of a customer are never sold.
  CONSTRAINT bare_metal_item_erased_check CHECK (state NOT IN ('available', 'reserved') OR NOT has_customer_data),
  CONSTRAINT bare_metal_item_in_use_check CHECK (state <> 'in_use' OR has_customer_data)
);
CREATE UNIQUE INDEX bare_metal_item_serial_key ON bare_metal_item (serial) WHERE state <> 'retired';
CREATE UNIQUE INDEX bare_metal_item_foreman_host_key ON bare_metal_item (region_handle, foreman_host) WHERE state <> 'retired';
CREATE INDEX bare_metal_item_stock_idx ON bare_metal_item (product_id, region_handle, id) WHERE state = 'available';
GRANT SELECT, INSERT, UPDATE, DELETE ON bare_metal_item TO boreal_system;

-- An item changes its instance only by being released first. And the stock of a bare-metal product is the number of its
-- available items: each change of an item changes the stock in the same transaction.
CREATE FUNCTION maintain_bare_metal_stock() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.instance_id <> NEW.instance_id THEN
    RAISE EXCEPTION 'item % belongs to another instance', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF TG_OP = 'UPDATE' AND (OLD.state = 'available') = (NEW.state = 'available')
     AND OLD.product_id = NEW.product_id AND OLD.region_handle = NEW.region_handle THEN
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' AND OLD.state = 'available' THEN
    UPDATE product_stock SET available = available - 1 WHERE product_id = OLD.product_id AND region_handle = OLD.region_handle;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO product_stock AS s (product_id, region_handle, available)
    VALUES (NEW.product_id, NEW.region_handle, CASE NEW.state WHEN 'available' THEN 1 ELSE 0 END)
    ON CONFLICT (product_id, region_handle) DO UPDATE SET available = coalesce(s.available, 0) + excluded.available;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER bare_metal_item_stock AFTER INSERT OR UPDATE OR DELETE ON bare_metal_item
  FOR EACH ROW EXECUTE FUNCTION maintain_bare_metal_stock();

-- Reserves one available item for each instance. False, with nothing reserved, if there are not enough. Items that another
-- transaction changes are skipped, so two orders neither wait for each other nor get the same item.
CREATE FUNCTION reserve_bare_metal_items(p_product uuid, p_region text, p_instances uuid[], p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  free constant uuid[] := ARRAY(SELECT id FROM bare_metal_item
    WHERE product_id = p_product AND region_handle = p_region AND state = 'available'
    ORDER BY id LIMIT cardinality(p_instances) FOR UPDATE SKIP LOCKED);
BEGIN
  IF cardinality(free) < cardinality(p_instances) THEN RETURN false; END IF;
  UPDATE bare_metal_item i SET state = 'reserved', instance_id = pair.instance_id, updated_at = p_now
    FROM unnest(free, p_instances) AS pair (item_id, instance_id) WHERE i.id = pair.item_id;
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION maintain_bare_metal_stock, reserve_bare_metal_items FROM PUBLIC;
GRANT EXECUTE ON FUNCTION reserve_bare_metal_items TO boreal_system;

-- Orders. They are written once: nobody may change or delete one.
CREATE TABLE purchase_order (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspace,
  created_by uuid NOT NULL REFERENCES user_account,
  -- The access token that sent it; null for a session.
  token_id uuid,
  created_at timestamptz NOT NULL,
  UNIQUE (workspace_id, id),
  FOREIGN KEY (workspace_id, token_id) REFERENCES access_token (workspace_id, id)
);
CREATE TABLE purchase_order_line (
  workspace_id uuid NOT NULL,
  order_id uuid NOT NULL,
  line_number smallint NOT NULL CHECK (line_number >= 1),
  variant text NOT NULL CHECK (variant IN ('virtual_machine', 'bare_metal')),
  region_handle text NOT NULL REFERENCES region,
  product_id uuid NOT NULL REFERENCES product,
  image_id uuid NOT NULL REFERENCES image,
  -- The project it was ordered into; null when that project is deleted.
  project_id uuid,
  quantity integer NOT NULL CHECK (quantity >= 1),
  price_snapshot_id uuid NOT NULL REFERENCES price_snapshot,
  rate_micros_per_hour bigint NOT NULL CHECK (rate_micros_per_hour >= 0),
  -- Until when the price could be ordered: the start of the next scheduled price; null if none was scheduled.
  quote_expires_at timestamptz,
  -- As ordered. Keys may be deleted later, so these are no references.
  credential_ids uuid[] NOT NULL,
  PRIMARY KEY (workspace_id, order_id, line_number),
  FOREIGN KEY (workspace_id, order_id) REFERENCES purchase_order (workspace_id, id),
  FOREIGN KEY (workspace_id, project_id) REFERENCES project (workspace_id, id) ON DELETE SET NULL (project_id)
);
CALL enable_tenant_rls('purchase_order_line', 'NOT app_is_restricted_to_grants() OR project_id IN (SELECT app_granted_project_ids())');
-- A caller who sees only granted projects also sees the orders they sent themselves: with the same token, or without one.
CALL enable_tenant_rls('purchase_order', 'NOT app_is_restricted_to_grants()
  OR (created_by = app_user_id() AND token_id IS NOT DISTINCT FROM app_token_id())
  OR EXISTS (SELECT FROM purchase_order_line l WHERE l.workspace_id = purchase_order.workspace_id AND l.order_id = purchase_order.id)');
GRANT SELECT, INSERT ON purchase_order, purchase_order_line TO boreal_app, boreal_system;

-- The result of an order is its instances.
ALTER TABLE instance ADD COLUMN order_line smallint NOT NULL DEFAULT 1;
-- Until now an order had one line, and instances kept only its id. The first instance of an order stands for the others,
-- which differ in name only; tokens of earlier orders are in the activity. Row-level security is forced on the owner of the
-- tables too, so boreal_system writes.
SET LOCAL ROLE boreal_system;
INSERT INTO purchase_order (id, workspace_id, created_by, created_at)
SELECT DISTINCT ON (workspace_id, order_id) order_id, workspace_id, created_by, created_at
  FROM instance ORDER BY workspace_id, order_id, created_at, id;
INSERT INTO purchase_order_line (workspace_id, order_id, line_number, variant, region_handle, product_id, image_id, project_id, quantity,
  price_snapshot_id, rate_micros_per_hour, credential_ids)
SELECT DISTINCT ON (i.workspace_id, i.order_id) i.workspace_id, i.order_id, 1, i.variant, i.region_handle, i.product_id, i.image_id, i.project_id,
       count(*) OVER (PARTITION BY i.workspace_id, i.order_id), i.price_snapshot_id, i.rate_micros_per_hour,
       ARRAY(SELECT credential_id FROM instance_credential c WHERE c.workspace_id = i.workspace_id AND c.instance_id = i.id ORDER BY credential_id)
  FROM instance i ORDER BY i.workspace_id, i.order_id, i.created_at, i.id;
RESET ROLE;
CREATE INDEX instance_order_id_idx ON instance (workspace_id, order_id, order_line);
ALTER TABLE instance ADD CONSTRAINT instance_order_line_fkey
  FOREIGN KEY (workspace_id, order_id, order_line) REFERENCES purchase_order_line (workspace_id, order_id, line_number);

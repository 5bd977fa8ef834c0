-- The staff role of whoever requested a command while impersonating a customer. The timeline shows it instead of the customer's name.
-- A nullable column without a default and a constraint that is not validated: neither reads the table.
ALTER TABLE command ADD COLUMN requested_by_role text;
ALTER TABLE command ADD CONSTRAINT command_requested_by_role
  CHECK (requested_by_role IN ('Admin', 'BusinessAdmin', 'Support')) NOT VALID;

-- The activity of one object, newest first. Events of an account have no workspace, and an event without a target is about
-- no object: neither needs an entry. docs/decisions/0031-activity-search.md
CREATE INDEX audit_event_target_id_idx ON audit_event (workspace_id, target_id, at DESC, id DESC)
  WHERE workspace_id IS NOT NULL AND target_id IS NOT NULL;

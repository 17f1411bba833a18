CREATE INDEX "solutions_maker" ON "solutions" USING btree ("workspace_id","created_by","updated_at","id");--> statement-breakpoint
CREATE INDEX "solutions_train" ON "solutions" USING btree ("workspace_id","updated_at","id") WHERE pipelines @> '{train}';--> statement-breakpoint
CREATE INDEX "solutions_inference" ON "solutions" USING btree ("workspace_id","updated_at","id") WHERE pipelines @> '{inference}';--> statement-breakpoint
-- A search of solutions looks into many texts: with an index of their trigrams it looks only where it may find something.
-- pg_trgm comes with PostgreSQL; where a server was set up without it, the search works all the same and takes longer.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "solutions_search_text" ON "solutions" USING gin ("search_text" gin_trgm_ops)
    WITH (gin_pending_list_limit = 256);
EXCEPTION WHEN undefined_file OR feature_not_supported OR insufficient_privilege THEN
  NULL;
END;
$$;

ALTER TABLE "runs" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "runs_name" ON "runs" USING btree ("workspace_id",lower("name"),"id");--> statement-breakpoint
UPDATE "runs" SET "search_text" = lower("runs"."name" || E'\n' || "solutions"."name")
  FROM "solutions" WHERE "solutions"."id" = "runs"."solution_id";--> statement-breakpoint
-- As of solutions (0009): a search among ten thousand runs read every one of them.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "runs_search_text" ON "runs" USING gin ("search_text" gin_trgm_ops)
    WITH (gin_pending_list_limit = 256);
EXCEPTION WHEN undefined_file OR feature_not_supported OR insufficient_privilege THEN
  NULL;
END;
$$;

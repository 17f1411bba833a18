ALTER TABLE "run_usage" DROP CONSTRAINT "run_usage_pkey";--> statement-breakpoint
ALTER TABLE "run_usage" ADD COLUMN "attempt" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "run_usage" ADD CONSTRAINT "run_usage_run_id_attempt_pk" PRIMARY KEY("run_id","attempt");--> statement-breakpoint
UPDATE "run_usage" SET attempt = runs.attempt FROM "runs" WHERE runs.id = run_usage.run_id AND runs.attempt > 1;--> statement-breakpoint
-- As before (0011, 0017), but for each attempt: what one that lost its place has used is there already.
CREATE OR REPLACE FUNCTION "keep_run_usage"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO run_usage (run_id, attempt, workspace_id, account_id, pipeline, tier, instance_type, started_at, ended_at)
  VALUES (NEW.id, NEW.attempt, NEW.workspace_id, NEW.created_by, NEW.pipeline, NEW.tier_given, NEW.instance_type,
    NEW.started_at, NEW.ended_at)
  ON CONFLICT (run_id, attempt) DO UPDATE SET tier = excluded.tier, instance_type = excluded.instance_type,
    started_at = excluded.started_at, ended_at = excluded.ended_at;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "keep_use_of_new_runs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO run_usage (run_id, attempt, workspace_id, account_id, pipeline, tier, instance_type, started_at, ended_at)
  SELECT id, attempt, workspace_id, created_by, pipeline, tier_given, instance_type, started_at, ended_at
  FROM new_rows WHERE started_at IS NOT NULL AND ended_at IS NOT NULL;
  RETURN NULL;
END;
$$;

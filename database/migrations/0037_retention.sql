CREATE TABLE "retention" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"logs" jsonb,
	"artifacts" jsonb,
	"trash_days" integer DEFAULT 14 NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp(3) with time zone,
	"applied_at" timestamp(3) with time zone,
	"noted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "run_file_totals" (
	"workspace_id" uuid NOT NULL,
	"account_id" uuid,
	"kind" text NOT NULL,
	"in_trash" boolean NOT NULL,
	"bytes" bigint NOT NULL,
	"byte_seconds" numeric NOT NULL
);
--> statement-breakpoint
CREATE TABLE "run_files" (
	"run_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"workspace_id" uuid NOT NULL,
	"stream_id" uuid NOT NULL,
	"account_id" uuid,
	"ended_at" timestamp(3) with time zone NOT NULL,
	"bytes" bigint NOT NULL,
	"measured" boolean NOT NULL,
	"recorded_at" timestamp(3) with time zone NOT NULL,
	"free_since" timestamp(3) with time zone NOT NULL,
	"alias_lost_at" timestamp(3) with time zone,
	"trashed_at" timestamp(3) with time zone,
	"removed_at" timestamp(3) with time zone,
	"removing" boolean DEFAULT false NOT NULL,
	"restored_at" timestamp(3) with time zone,
	CONSTRAINT "run_files_run_id_kind_pk" PRIMARY KEY("run_id","kind")
);
--> statement-breakpoint
CREATE TABLE "storage_days" (
	"workspace_id" uuid NOT NULL,
	"day" date NOT NULL,
	"bytes" jsonb NOT NULL,
	CONSTRAINT "storage_days_workspace_id_day_pk" PRIMARY KEY("workspace_id","day")
);
--> statement-breakpoint
ALTER TABLE "retention" ADD CONSTRAINT "retention_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention" ADD CONSTRAINT "retention_updated_by_accounts_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storage_days" ADD CONSTRAINT "storage_days_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_file_totals_workspace" ON "run_file_totals" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "run_files_stream" ON "run_files" USING btree ("workspace_id","kind","stream_id","ended_at");--> statement-breakpoint
CREATE INDEX "run_files_trash" ON "run_files" USING btree ("workspace_id","trashed_at","run_id") WHERE trashed_at is not null and removed_at is null;--> statement-breakpoint
CREATE INDEX "run_files_removing" ON "run_files" USING btree ("workspace_id","run_id") WHERE removing;--> statement-breakpoint
CREATE INDEX "run_files_unmeasured" ON "run_files" USING btree ("workspace_id","run_id") WHERE not measured;--> statement-breakpoint
ALTER TABLE "run_totals" DROP COLUMN "bytes";--> statement-breakpoint
ALTER TABLE "run_totals" DROP COLUMN "byte_seconds";--> statement-breakpoint
-- By hand from here. The counts of runs (0017) without bytes, which `run_files` has now by kind.
CREATE OR REPLACE FUNCTION "count_new_runs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH changed AS MATERIALIZED (
    SELECT workspace_id, created_by AS account_id, pipeline, state, count(*) AS runs,
        count(model_number) AS models
      FROM new_rows GROUP BY 1, 2, 3, 4
  ), kept AS (
    DELETE FROM run_totals WHERE ctid = ANY (ARRAY(
      SELECT k.ctid FROM run_totals k JOIN changed c ON k.workspace_id = c.workspace_id
        AND k.account_id IS NOT DISTINCT FROM c.account_id AND k.pipeline = c.pipeline AND k.state = c.state
      FOR UPDATE OF k SKIP LOCKED))
    RETURNING *
  )
  INSERT INTO run_totals SELECT workspace_id, account_id, pipeline, state, sum(runs), sum(models)
  FROM (SELECT * FROM changed UNION ALL SELECT * FROM kept) each_part
  GROUP BY 1, 2, 3, 4 HAVING sum(runs) <> 0 OR sum(models) <> 0;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "count_gone_runs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH changed AS MATERIALIZED (
    SELECT workspace_id, created_by AS account_id, pipeline, state, -count(*) AS runs,
        -count(model_number) AS models
      FROM old_rows GROUP BY 1, 2, 3, 4
  ), kept AS (
    DELETE FROM run_totals WHERE ctid = ANY (ARRAY(
      SELECT k.ctid FROM run_totals k JOIN changed c ON k.workspace_id = c.workspace_id
        AND k.account_id IS NOT DISTINCT FROM c.account_id AND k.pipeline = c.pipeline AND k.state = c.state
      FOR UPDATE OF k SKIP LOCKED))
    RETURNING *
  )
  INSERT INTO run_totals SELECT workspace_id, account_id, pipeline, state, sum(runs), sum(models)
  FROM (SELECT * FROM changed UNION ALL SELECT * FROM kept) each_part
  GROUP BY 1, 2, 3, 4 HAVING sum(runs) <> 0 OR sum(models) <> 0;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "count_changed_runs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH changed AS MATERIALIZED (
    SELECT workspace_id, account_id, pipeline, state, sum(runs) AS runs, sum(models) AS models
    FROM (
      SELECT workspace_id, created_by AS account_id, pipeline, state, count(*) AS runs,
        count(model_number) AS models
      FROM new_rows GROUP BY 1, 2, 3, 4
      UNION ALL
      SELECT workspace_id, created_by AS account_id, pipeline, state, -count(*) AS runs,
        -count(model_number) AS models
      FROM old_rows GROUP BY 1, 2, 3, 4
    ) difference GROUP BY 1, 2, 3, 4 HAVING sum(runs) <> 0 OR sum(models) <> 0
  ), kept AS (
    DELETE FROM run_totals WHERE ctid = ANY (ARRAY(
      SELECT k.ctid FROM run_totals k JOIN changed c ON k.workspace_id = c.workspace_id
        AND k.account_id IS NOT DISTINCT FROM c.account_id AND k.pipeline = c.pipeline AND k.state = c.state
      FOR UPDATE OF k SKIP LOCKED))
    RETURNING *
  )
  INSERT INTO run_totals SELECT workspace_id, account_id, pipeline, state, sum(runs), sum(models)
  FROM (SELECT * FROM changed UNION ALL SELECT * FROM kept) each_part
  GROUP BY 1, 2, 3, 4 HAVING sum(runs) <> 0 OR sum(models) <> 0;
  RETURN NULL;
END;
$$;--> statement-breakpoint
-- As those counts: what changed, and the rows of the same key that no other transaction holds, become one row.
CREATE FUNCTION "add_run_file_totals"("changed" "run_file_totals"[]) RETURNS void LANGUAGE sql AS $$
  WITH kept AS (
    DELETE FROM run_file_totals WHERE ctid = ANY (ARRAY(
      SELECT k.ctid FROM run_file_totals k JOIN unnest(changed) c ON k.workspace_id = c.workspace_id
        AND k.account_id IS NOT DISTINCT FROM c.account_id AND k.kind = c.kind AND k.in_trash = c.in_trash
      FOR UPDATE OF k SKIP LOCKED))
    RETURNING *
  )
  INSERT INTO run_file_totals SELECT workspace_id, account_id, kind, in_trash, sum(bytes), sum(byte_seconds)
  FROM (SELECT * FROM unnest(changed) UNION ALL SELECT * FROM kept) each_part
  GROUP BY 1, 2, 3, 4 HAVING sum(bytes) <> 0 OR sum(byte_seconds) <> 0;
$$;--> statement-breakpoint
CREATE FUNCTION "count_new_run_files"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_run_file_totals(array_agg(changed::run_file_totals)) FROM (
    SELECT workspace_id, account_id, kind, trashed_at IS NOT NULL AS in_trash, sum(bytes) AS bytes,
      sum(bytes * extract(epoch FROM ended_at)) AS byte_seconds
    FROM new_rows GROUP BY 1, 2, 3, 4 HAVING sum(bytes) <> 0) changed HAVING count(*) > 0;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "count_gone_run_files"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_run_file_totals(array_agg(changed::run_file_totals)) FROM (
    SELECT workspace_id, account_id, kind, trashed_at IS NOT NULL AS in_trash, -sum(bytes) AS bytes,
      -sum(bytes * extract(epoch FROM ended_at)) AS byte_seconds
    FROM old_rows GROUP BY 1, 2, 3, 4 HAVING sum(bytes) <> 0) changed HAVING count(*) > 0;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "count_changed_run_files"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_run_file_totals(array_agg(changed::run_file_totals)) FROM (
    SELECT workspace_id, account_id, kind, in_trash, sum(bytes) AS bytes, sum(bytes * extract(epoch FROM ended_at)) AS byte_seconds
    FROM (
      SELECT workspace_id, account_id, kind, trashed_at IS NOT NULL AS in_trash, bytes, ended_at FROM new_rows
      UNION ALL SELECT workspace_id, account_id, kind, trashed_at IS NOT NULL, -bytes, ended_at FROM old_rows
    ) difference GROUP BY 1, 2, 3, 4 HAVING sum(bytes) <> 0 OR sum(bytes * extract(epoch FROM ended_at)) <> 0) changed
  HAVING count(*) > 0;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "run_files_count_new" AFTER INSERT ON "run_files"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_new_run_files"();--> statement-breakpoint
CREATE TRIGGER "run_files_count_gone" AFTER DELETE ON "run_files"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_gone_run_files"();--> statement-breakpoint
CREATE TRIGGER "run_files_count_changed" AFTER UPDATE ON "run_files"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_changed_run_files"();--> statement-breakpoint
CREATE FUNCTION "remove_files_of_gone_runs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM run_files WHERE run_id IN (SELECT id FROM old_rows);
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "runs_remove_files" AFTER DELETE ON "runs"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "remove_files_of_gone_runs"();--> statement-breakpoint
-- A run that loses what kept its files is free from then on. The lock is that of RETENTION_LOCK in server/src/domains/runs/files:
-- a preview waits for it, so that the instant that it names lies before or after each of these.
CREATE FUNCTION "free_files_of"("run" uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(4927003, hashtext(workspace_id::text)) FROM runs WHERE id = run;
  UPDATE run_files SET free_since = date_trunc('milliseconds', clock_timestamp()) WHERE run_id = run AND kind = 'artifacts';
END;
$$;--> statement-breakpoint
CREATE FUNCTION "free_files_of_model"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM free_files_of(NEW.model_from);
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "free_files_of_run"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM free_files_of(NEW.id);
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "free_files_of_alias"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(4927003, hashtext(workspace_id::text)) FROM runs WHERE id = OLD.run_id;
  UPDATE run_files SET alias_lost_at = date_trunc('milliseconds', clock_timestamp()) WHERE run_id = OLD.run_id;
  -- a schedule that named it by the alias kept its artifacts, whatever the rules say
  IF EXISTS (SELECT FROM schedules s JOIN runs r ON r.workspace_id = s.workspace_id WHERE r.id = OLD.run_id AND s.model_from = OLD.name) THEN
    PERFORM free_files_of(OLD.run_id);
  END IF;
  RETURN NULL;
END;
$$;--> statement-breakpoint
-- What it named by the alias in any solution of the workspace: its stream may be gone already.
CREATE FUNCTION "free_files_of_schedule"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM free_files_of(id) FROM runs WHERE id = CASE
    WHEN OLD.model_from ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN OLD.model_from::uuid END;
  PERFORM free_files_of(run_id) FROM model_aliases
    WHERE name = OLD.model_from AND solution_id IN (SELECT id FROM solutions WHERE workspace_id = OLD.workspace_id);
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "runs_free_model" AFTER UPDATE OF "ended_at" ON "runs" FOR EACH ROW
  WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL AND NEW.model_from IS NOT NULL) EXECUTE FUNCTION "free_files_of_model"();--> statement-breakpoint
CREATE TRIGGER "runs_free_own" AFTER UPDATE OF "model_number" ON "runs" FOR EACH ROW
  WHEN (OLD.model_number IS NOT NULL AND NEW.model_number IS NULL) EXECUTE FUNCTION "free_files_of_run"();--> statement-breakpoint
CREATE TRIGGER "model_aliases_free" AFTER DELETE OR UPDATE OF "run_id" ON "model_aliases" FOR EACH ROW
  EXECUTE FUNCTION "free_files_of_alias"();--> statement-breakpoint
CREATE TRIGGER "schedules_free_deleted" AFTER DELETE ON "schedules" FOR EACH ROW
  WHEN (OLD.model_from IS NOT NULL) EXECUTE FUNCTION "free_files_of_schedule"();--> statement-breakpoint
CREATE TRIGGER "schedules_free_changed" AFTER UPDATE OF "model_from" ON "schedules" FOR EACH ROW
  WHEN (OLD.model_from IS NOT NULL AND OLD.model_from IS DISTINCT FROM NEW.model_from) EXECUTE FUNCTION "free_files_of_schedule"();--> statement-breakpoint
-- Runs from before: their outputs are counted as they were, until a sweep has looked at all that they left.
INSERT INTO "run_files" ("run_id", "kind", "workspace_id", "stream_id", "account_id", "ended_at", "bytes", "measured", "recorded_at", "free_since")
SELECT id, kind, workspace_id, stream_id, created_by, ended_at, CASE kind WHEN 'artifacts' THEN artifact_bytes ELSE 0 END, false, ended_at, ended_at
FROM "runs" CROSS JOIN (VALUES ('logs'), ('artifacts')) AS kinds (kind) WHERE stored AND ended_at IS NOT NULL;
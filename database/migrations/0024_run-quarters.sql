CREATE TABLE "run_quarters" (
	"workspace_id" uuid NOT NULL,
	"quarter" timestamp(3) with time zone NOT NULL,
	"state" text NOT NULL,
	"runs" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "run_quarters_workspace" ON "run_quarters" USING btree ("workspace_id","quarter");--> statement-breakpoint
CREATE INDEX "login_history_refused" ON "login_history" USING btree ("created_at") WHERE result <> 'ok';--> statement-breakpoint
CREATE INDEX "runs_failed" ON "runs" USING btree ("workspace_id","ended_at","id") WHERE state = 'failed';--> statement-breakpoint
-- As the other counts (0017): what changed, and the rows of the same key that no other transaction holds, become one row.
CREATE FUNCTION "add_run_quarters"("changed" "run_quarters"[]) RETURNS void LANGUAGE sql AS $$
  WITH kept AS (
    DELETE FROM run_quarters WHERE ctid = ANY (ARRAY(
      SELECT k.ctid FROM run_quarters k JOIN unnest(changed) c ON k.workspace_id = c.workspace_id
        AND k.quarter = c.quarter AND k.state = c.state
      FOR UPDATE OF k SKIP LOCKED))
    RETURNING *
  )
  INSERT INTO run_quarters SELECT workspace_id, quarter, state, sum(runs)
  FROM (SELECT * FROM unnest(changed) UNION ALL SELECT * FROM kept) each_part
  GROUP BY 1, 2, 3 HAVING sum(runs) <> 0;
$$;--> statement-breakpoint
CREATE FUNCTION "count_quarters_of_new_runs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_run_quarters(array_agg(changed::run_quarters)) FROM (
    SELECT workspace_id, date_bin('15 minutes', created_at, 'epoch') AS quarter, state, count(*) AS runs
    FROM new_rows GROUP BY 1, 2, 3) changed;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "count_quarters_of_gone_runs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_run_quarters(array_agg(changed::run_quarters)) FROM (
    SELECT workspace_id, date_bin('15 minutes', created_at, 'epoch') AS quarter, state, -count(*) AS runs
    FROM old_rows GROUP BY 1, 2, 3) changed;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "count_quarters_of_changed_runs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_run_quarters(array_agg(changed::run_quarters)) FROM (
    SELECT workspace_id, date_bin('15 minutes', created_at, 'epoch') AS quarter, state, sum(runs) AS runs FROM (
      SELECT workspace_id, created_at, state, 1 AS runs FROM new_rows
      UNION ALL SELECT workspace_id, created_at, state, -1 FROM old_rows
    ) difference GROUP BY 1, 2, 3 HAVING sum(runs) <> 0) changed HAVING count(*) > 0;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "runs_count_quarters_new" AFTER INSERT ON "runs"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_quarters_of_new_runs"();--> statement-breakpoint
CREATE TRIGGER "runs_count_quarters_gone" AFTER DELETE ON "runs"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_quarters_of_gone_runs"();--> statement-breakpoint
CREATE TRIGGER "runs_count_quarters_changed" AFTER UPDATE ON "runs"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_quarters_of_changed_runs"();--> statement-breakpoint
INSERT INTO "run_quarters"
SELECT workspace_id, date_bin('15 minutes', created_at, 'epoch'), state, count(*) FROM "runs" GROUP BY 1, 2, 3;

CREATE TABLE "solution_last_runs" (
	"solution_id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "solutions" ADD COLUMN "pipelines" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "solutions" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "solution_last_runs" ADD CONSTRAINT "solution_last_runs_solution_id_solutions_id_fk" FOREIGN KEY ("solution_id") REFERENCES "public"."solutions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "solution_last_runs" ADD CONSTRAINT "solution_last_runs_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "solution_last_runs_state" ON "solution_last_runs" USING btree ("workspace_id","state","solution_id");--> statement-breakpoint
CREATE INDEX "solutions_created_at" ON "solutions" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
UPDATE "solutions" solution SET
  "pipelines" = newest.pipelines,
  "search_text" = lower(concat_ws(E'\n', solution.name, left(newest.description ->> 'title', 200),
    left(newest.description ->> 'overview', 500)))
FROM (
  SELECT DISTINCT ON (solution_id) solution_id, pipelines,
    CASE json_typeof(metadata_json -> 'description')
      WHEN 'object' THEN metadata_json -> 'description'
      WHEN 'string' THEN json_build_object('overview', metadata_json ->> 'description') END AS description
  FROM "solution_versions" ORDER BY solution_id, version_num DESC
) newest
WHERE newest.solution_id = solution.id;--> statement-breakpoint
UPDATE "solutions" SET "search_text" = lower(name) WHERE "search_text" = '';--> statement-breakpoint
INSERT INTO "solution_last_runs" (solution_id, workspace_id, state, created_at)
SELECT DISTINCT ON (solution_id) solution_id, workspace_id, state, created_at
FROM "runs" ORDER BY solution_id, created_at DESC, id DESC;--> statement-breakpoint
-- Each statement sees what was committed before it: who waits for the row of another finds the newest run after it.
CREATE FUNCTION "keep_last_run"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  concerned uuid := coalesce(NEW.solution_id, OLD.solution_id);
  newest record;
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO solution_last_runs (solution_id, workspace_id, state, created_at)
    SELECT id, workspace_id, NEW.state, NEW.created_at FROM solutions WHERE id = concerned
    ON CONFLICT DO NOTHING;
  END IF;
  PERFORM FROM solution_last_runs WHERE solution_id = concerned FOR UPDATE;
  SELECT state, created_at INTO newest FROM runs
  WHERE solution_id = concerned ORDER BY created_at DESC, id DESC LIMIT 1;
  IF NOT FOUND THEN
    DELETE FROM solution_last_runs WHERE solution_id = concerned;
  ELSE
    UPDATE solution_last_runs SET state = newest.state, created_at = newest.created_at
    WHERE solution_id = concerned AND (state, created_at) IS DISTINCT FROM (newest.state, newest.created_at);
  END IF;
  RETURN NULL;
END;
$$;--> statement-breakpoint
-- At the very end of a transaction, so that none of them waits for this row while it holds what another one needs.
CREATE CONSTRAINT TRIGGER "runs_keep_last_run" AFTER INSERT OR DELETE ON "runs"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "keep_last_run"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "runs_keep_last_run_state" AFTER UPDATE OF "state" ON "runs"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state)
  EXECUTE FUNCTION "keep_last_run"();

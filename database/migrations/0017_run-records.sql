CREATE TABLE "model_aliases" (
	"solution_id" uuid NOT NULL,
	"name" text NOT NULL,
	"run_id" uuid NOT NULL,
	"given_by" uuid,
	"given_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "model_aliases_solution_id_name_pk" PRIMARY KEY("solution_id","name")
);
--> statement-breakpoint
CREATE TABLE "run_figures" (
	"run_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"value" double precision NOT NULL,
	CONSTRAINT "run_figures_run_id_name_pk" PRIMARY KEY("run_id","name")
);
--> statement-breakpoint
CREATE TABLE "run_parameters" (
	"run_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"value" text NOT NULL,
	"number" double precision,
	CONSTRAINT "run_parameters_run_id_name_pk" PRIMARY KEY("run_id","name")
);
--> statement-breakpoint
CREATE TABLE "run_series" (
	"run_id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"unit" text DEFAULT '' NOT NULL,
	"count" integer NOT NULL,
	"last" double precision NOT NULL,
	"points" "bytea" NOT NULL,
	CONSTRAINT "run_series_run_id_kind_name_pk" PRIMARY KEY("run_id","kind","name")
);
--> statement-breakpoint
CREATE TABLE "run_stars" (
	"account_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	CONSTRAINT "run_stars_account_id_run_id_pk" PRIMARY KEY("account_id","run_id")
);
--> statement-breakpoint
CREATE TABLE "run_tags" (
	"run_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"tag" text NOT NULL,
	CONSTRAINT "run_tags_run_id_tag_pk" PRIMARY KEY("run_id","tag")
);
--> statement-breakpoint
CREATE TABLE "run_totals" (
	"workspace_id" uuid NOT NULL,
	"account_id" uuid,
	"pipeline" text NOT NULL,
	"state" text NOT NULL,
	"runs" bigint NOT NULL,
	"models" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	"byte_seconds" numeric NOT NULL
);
--> statement-breakpoint
CREATE TABLE "run_views" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"shared" boolean NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stream_totals" (
	"stream_id" uuid NOT NULL,
	"instance_id" uuid NOT NULL,
	"runs" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "use_by_month" (
	"workspace_id" uuid NOT NULL,
	"account_id" uuid,
	"pipeline" text NOT NULL,
	"instance_type" text,
	"month" date NOT NULL,
	"seconds" numeric NOT NULL
);
--> statement-breakpoint
DROP INDEX "runs_version";--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "steps" json DEFAULT '[]'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "failure_key" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "failure" json;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "model_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "model_aliases" ADD CONSTRAINT "model_aliases_solution_id_solutions_id_fk" FOREIGN KEY ("solution_id") REFERENCES "public"."solutions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_aliases" ADD CONSTRAINT "model_aliases_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_aliases" ADD CONSTRAINT "model_aliases_given_by_accounts_id_fk" FOREIGN KEY ("given_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_figures" ADD CONSTRAINT "run_figures_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_parameters" ADD CONSTRAINT "run_parameters_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_series" ADD CONSTRAINT "run_series_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_stars" ADD CONSTRAINT "run_stars_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_stars" ADD CONSTRAINT "run_stars_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_tags" ADD CONSTRAINT "run_tags_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_views" ADD CONSTRAINT "run_views_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_views" ADD CONSTRAINT "run_views_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "model_aliases_run" ON "model_aliases" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "run_figures_value" ON "run_figures" USING btree ("workspace_id","name","value","run_id");--> statement-breakpoint
CREATE INDEX "run_parameters_number" ON "run_parameters" USING btree ("workspace_id","name","number","run_id");--> statement-breakpoint
CREATE INDEX "run_parameters_value" ON "run_parameters" USING btree ("workspace_id","name",left("value", 200),"run_id");--> statement-breakpoint
CREATE INDEX "run_stars_run" ON "run_stars" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "run_tags_tag" ON "run_tags" USING btree ("workspace_id","tag","run_id");--> statement-breakpoint
CREATE INDEX "run_totals_workspace" ON "run_totals" USING btree ("workspace_id");--> statement-breakpoint
CREATE UNIQUE INDEX "run_views_name" ON "run_views" USING btree ("workspace_id","account_id",lower("name"));--> statement-breakpoint
CREATE INDEX "stream_totals_stream" ON "stream_totals" USING btree ("stream_id");--> statement-breakpoint
CREATE INDEX "stream_totals_instance" ON "stream_totals" USING btree ("instance_id");--> statement-breakpoint
CREATE INDEX "use_by_month_workspace" ON "use_by_month" USING btree ("workspace_id","month");--> statement-breakpoint
CREATE INDEX "runs_started" ON "runs" USING btree ("workspace_id","started_at","id");--> statement-breakpoint
CREATE INDEX "runs_ended" ON "runs" USING btree ("workspace_id","ended_at","id");--> statement-breakpoint
CREATE INDEX "runs_states" ON "runs" USING btree ("workspace_id","state","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_person" ON "runs" USING btree ("workspace_id","created_by","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_failure" ON "runs" USING btree ("workspace_id","failure_key","created_at","id") WHERE failure_key is not null;--> statement-breakpoint
CREATE INDEX "runs_models" ON "runs" USING btree ("workspace_id","created_at","id") WHERE model_number is not null;--> statement-breakpoint
CREATE INDEX "runs_model_from" ON "runs" USING btree ("model_from","created_at","id") WHERE model_from is not null;--> statement-breakpoint
CREATE INDEX "runs_pipeline" ON "runs" USING btree ("workspace_id","pipeline","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_tier" ON "runs" USING btree ("workspace_id","tier_asked","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_duration" ON "runs" USING btree ("workspace_id",date_part('epoch', "ended_at" - "started_at"),"id");--> statement-breakpoint
CREATE INDEX "runs_version" ON "runs" USING btree ("solution_version_id","created_at","id");--> statement-breakpoint
-- Figures and parameters as rows. What JSON may write and PostgreSQL cannot keep, NUL and half a character, is left out.
CREATE FUNCTION "write_figures"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO run_figures (run_id, workspace_id, name, value)
  SELECT run.id, run.workspace_id, figure.key, (figure.value #>> '{}')::float8
  FROM new_rows run CROSS JOIN LATERAL json_each(run.metrics) figure
  WHERE run.metrics::text <> '{}' AND run.metrics::text !~* '\\u(0000|d[89a-f])'
    AND json_typeof(figure.value) = 'number' AND length(figure.key) <= 200
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "write_changed_figures"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM run_figures WHERE run_id = NEW.id AND name NOT IN (
    SELECT key FROM json_each(NEW.metrics) WHERE NEW.metrics::text !~* '\\u(0000|d[89a-f])' AND json_typeof(value) = 'number');
  INSERT INTO run_figures (run_id, workspace_id, name, value)
  SELECT DISTINCT ON (key) NEW.id, NEW.workspace_id, key, (value #>> '{}')::float8
  FROM json_each(NEW.metrics)
  WHERE NEW.metrics::text !~* '\\u(0000|d[89a-f])' AND json_typeof(value) = 'number' AND length(key) <= 200
  ON CONFLICT (run_id, name) DO UPDATE SET value = excluded.value WHERE run_figures.value <> excluded.value;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "write_parameters"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO run_parameters (run_id, workspace_id, name, value, number)
  SELECT run.id, run.workspace_id, step.key || '.' || argument.key, left(argument.value #>> '{}', 1000),
    CASE WHEN argument.value #>> '{}' ~ '^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?$'
      AND length(argument.value #>> '{}') <= 40 THEN (argument.value #>> '{}')::float8 END
  FROM new_rows run CROSS JOIN LATERAL json_each(run.parameters) step
    CROSS JOIN LATERAL json_each(CASE json_typeof(step.value) WHEN 'object' THEN step.value ELSE '{}' END) argument
  WHERE run.parameters::text <> '{}' AND run.parameters::text !~* '\\u(0000|d[89a-f])'
    AND argument.value #>> '{}' IS NOT NULL AND length(step.key || '.' || argument.key) <= 200
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "runs_write_figures" AFTER INSERT ON "runs"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "write_figures"();--> statement-breakpoint
CREATE TRIGGER "runs_write_changed_figures" AFTER UPDATE OF "metrics" ON "runs"
  FOR EACH ROW WHEN (NEW.metrics::text IS DISTINCT FROM OLD.metrics::text) EXECUTE FUNCTION "write_changed_figures"();--> statement-breakpoint
CREATE TRIGGER "runs_write_parameters" AFTER INSERT ON "runs"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "write_parameters"();--> statement-breakpoint
INSERT INTO run_figures (run_id, workspace_id, name, value)
  SELECT run.id, run.workspace_id, figure.key, (figure.value #>> '{}')::float8
  FROM "runs" run CROSS JOIN LATERAL json_each(run.metrics) figure
  WHERE run.metrics::text <> '{}' AND run.metrics::text !~* '\\u(0000|d[89a-f])'
    AND json_typeof(figure.value) = 'number' AND length(figure.key) <= 200
  ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO run_parameters (run_id, workspace_id, name, value, number)
  SELECT run.id, run.workspace_id, step.key || '.' || argument.key, left(argument.value #>> '{}', 1000),
    CASE WHEN argument.value #>> '{}' ~ '^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?$'
      AND length(argument.value #>> '{}') <= 40 THEN (argument.value #>> '{}')::float8 END
  FROM "runs" run CROSS JOIN LATERAL json_each(run.parameters) step
    CROSS JOIN LATERAL json_each(CASE json_typeof(step.value) WHEN 'object' THEN step.value ELSE '{}' END) argument
  WHERE run.parameters::text <> '{}' AND run.parameters::text !~* '\\u(0000|d[89a-f])'
    AND argument.value #>> '{}' IS NOT NULL AND length(step.key || '.' || argument.key) <= 200
  ON CONFLICT DO NOTHING;--> statement-breakpoint
-- Each of these puts what changed, and the rows of the same key that no other transaction holds, into one row.
CREATE FUNCTION "count_new_runs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH changed AS MATERIALIZED (
    SELECT workspace_id, created_by AS account_id, pipeline, state, count(*) AS runs,
        count(model_number) AS models, sum(artifact_bytes) AS bytes,
        sum(artifact_bytes * coalesce(extract(epoch FROM ended_at), 0)) AS byte_seconds
      FROM new_rows GROUP BY 1, 2, 3, 4
  ), kept AS (
    DELETE FROM run_totals WHERE ctid = ANY (ARRAY(
      SELECT k.ctid FROM run_totals k JOIN changed c ON k.workspace_id = c.workspace_id
        AND k.account_id IS NOT DISTINCT FROM c.account_id AND k.pipeline = c.pipeline AND k.state = c.state
      FOR UPDATE OF k SKIP LOCKED))
    RETURNING *
  )
  INSERT INTO run_totals SELECT workspace_id, account_id, pipeline, state, sum(runs), sum(models), sum(bytes), sum(byte_seconds)
  FROM (SELECT * FROM changed UNION ALL SELECT * FROM kept) each_part
  GROUP BY 1, 2, 3, 4 HAVING sum(runs) <> 0 OR sum(models) <> 0 OR sum(bytes) <> 0 OR sum(byte_seconds) <> 0;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "count_gone_runs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH changed AS MATERIALIZED (
    SELECT workspace_id, created_by AS account_id, pipeline, state, -count(*) AS runs,
        -count(model_number) AS models, -sum(artifact_bytes) AS bytes,
        -sum(artifact_bytes * coalesce(extract(epoch FROM ended_at), 0)) AS byte_seconds
      FROM old_rows GROUP BY 1, 2, 3, 4
  ), kept AS (
    DELETE FROM run_totals WHERE ctid = ANY (ARRAY(
      SELECT k.ctid FROM run_totals k JOIN changed c ON k.workspace_id = c.workspace_id
        AND k.account_id IS NOT DISTINCT FROM c.account_id AND k.pipeline = c.pipeline AND k.state = c.state
      FOR UPDATE OF k SKIP LOCKED))
    RETURNING *
  )
  INSERT INTO run_totals SELECT workspace_id, account_id, pipeline, state, sum(runs), sum(models), sum(bytes), sum(byte_seconds)
  FROM (SELECT * FROM changed UNION ALL SELECT * FROM kept) each_part
  GROUP BY 1, 2, 3, 4 HAVING sum(runs) <> 0 OR sum(models) <> 0 OR sum(bytes) <> 0 OR sum(byte_seconds) <> 0;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "count_changed_runs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH changed AS MATERIALIZED (
    SELECT workspace_id, account_id, pipeline, state, sum(runs) AS runs, sum(models) AS models, sum(bytes) AS bytes,
      sum(byte_seconds) AS byte_seconds
    FROM (
      SELECT workspace_id, created_by AS account_id, pipeline, state, count(*) AS runs,
        count(model_number) AS models, sum(artifact_bytes) AS bytes,
        sum(artifact_bytes * coalesce(extract(epoch FROM ended_at), 0)) AS byte_seconds
      FROM new_rows GROUP BY 1, 2, 3, 4
      UNION ALL
      SELECT workspace_id, created_by AS account_id, pipeline, state, -count(*) AS runs,
        -count(model_number) AS models, -sum(artifact_bytes) AS bytes,
        -sum(artifact_bytes * coalesce(extract(epoch FROM ended_at), 0)) AS byte_seconds
      FROM old_rows GROUP BY 1, 2, 3, 4
    ) difference GROUP BY 1, 2, 3, 4 HAVING sum(runs) <> 0 OR sum(models) <> 0 OR sum(bytes) <> 0 OR sum(byte_seconds) <> 0
  ), kept AS (
    DELETE FROM run_totals WHERE ctid = ANY (ARRAY(
      SELECT k.ctid FROM run_totals k JOIN changed c ON k.workspace_id = c.workspace_id
        AND k.account_id IS NOT DISTINCT FROM c.account_id AND k.pipeline = c.pipeline AND k.state = c.state
      FOR UPDATE OF k SKIP LOCKED))
    RETURNING *
  )
  INSERT INTO run_totals SELECT workspace_id, account_id, pipeline, state, sum(runs), sum(models), sum(bytes), sum(byte_seconds)
  FROM (SELECT * FROM changed UNION ALL SELECT * FROM kept) each_part
  GROUP BY 1, 2, 3, 4 HAVING sum(runs) <> 0 OR sum(models) <> 0 OR sum(bytes) <> 0 OR sum(byte_seconds) <> 0;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "count_new_runs_of_streams"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH changed AS MATERIALIZED (
    SELECT stream_id, instance_id, count(*) AS runs FROM new_rows GROUP BY 1, 2
  ), kept AS (
    DELETE FROM stream_totals WHERE ctid = ANY (ARRAY(
      SELECT k.ctid FROM stream_totals k JOIN changed c ON k.stream_id = c.stream_id FOR UPDATE OF k SKIP LOCKED))
    RETURNING *
  )
  INSERT INTO stream_totals SELECT stream_id, instance_id, sum(runs)
  FROM (SELECT * FROM changed UNION ALL SELECT * FROM kept) each_part GROUP BY 1, 2 HAVING sum(runs) <> 0;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "count_gone_runs_of_streams"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH changed AS MATERIALIZED (
    SELECT stream_id, instance_id, -count(*) AS runs FROM old_rows GROUP BY 1, 2
  ), kept AS (
    DELETE FROM stream_totals WHERE ctid = ANY (ARRAY(
      SELECT k.ctid FROM stream_totals k JOIN changed c ON k.stream_id = c.stream_id FOR UPDATE OF k SKIP LOCKED))
    RETURNING *
  )
  INSERT INTO stream_totals SELECT stream_id, instance_id, sum(runs)
  FROM (SELECT * FROM changed UNION ALL SELECT * FROM kept) each_part GROUP BY 1, 2 HAVING sum(runs) <> 0;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "runs_count_new" AFTER INSERT ON "runs"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_new_runs"();--> statement-breakpoint
CREATE TRIGGER "runs_count_gone" AFTER DELETE ON "runs"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_gone_runs"();--> statement-breakpoint
CREATE TRIGGER "runs_count_changed" AFTER UPDATE ON "runs"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_changed_runs"();--> statement-breakpoint
CREATE TRIGGER "runs_count_new_of_streams" AFTER INSERT ON "runs"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_new_runs_of_streams"();--> statement-breakpoint
CREATE TRIGGER "runs_count_gone_of_streams" AFTER DELETE ON "runs"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_gone_runs_of_streams"();--> statement-breakpoint
INSERT INTO run_totals (workspace_id, account_id, pipeline, state, runs, models, bytes, byte_seconds)
SELECT workspace_id, created_by AS account_id, pipeline, state, count(*) AS runs,
        count(model_number) AS models, sum(artifact_bytes) AS bytes,
        sum(artifact_bytes * coalesce(extract(epoch FROM ended_at), 0)) AS byte_seconds
      FROM "runs" GROUP BY 1, 2, 3, 4;--> statement-breakpoint
INSERT INTO stream_totals (stream_id, instance_id, runs)
SELECT stream_id, instance_id, count(*) FROM "runs" GROUP BY 1, 2;--> statement-breakpoint
-- In place of the trigger for each row (0011) of new runs: many that come at once are noted at once.
DROP TRIGGER "runs_keep_usage" ON "runs";--> statement-breakpoint
CREATE TRIGGER "runs_keep_usage" AFTER UPDATE OF "started_at", "ended_at", "tier_given", "instance_type" ON "runs"
  FOR EACH ROW WHEN (NEW.started_at IS NOT NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION "keep_run_usage"();--> statement-breakpoint
CREATE FUNCTION "keep_use_of_new_runs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO run_usage (run_id, workspace_id, account_id, pipeline, tier, instance_type, started_at, ended_at)
  SELECT id, workspace_id, created_by, pipeline, tier_given, instance_type, started_at, ended_at
  FROM new_rows WHERE started_at IS NOT NULL AND ended_at IS NOT NULL;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "runs_keep_use_of_new" AFTER INSERT ON "runs"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keep_use_of_new_runs"();--> statement-breakpoint
CREATE FUNCTION "add_use"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH changed AS MATERIALIZED (
    SELECT workspace_id, account_id, pipeline, instance_type, month::date AS month, sum(greatest(0, extract(epoch FROM
      least(ended_at, (month + interval '1 month') AT TIME ZONE 'UTC') - greatest(started_at, month AT TIME ZONE 'UTC')))) AS seconds
    FROM new_rows CROSS JOIN LATERAL generate_series(date_trunc('month', started_at AT TIME ZONE 'UTC'),
      ended_at AT TIME ZONE 'UTC', interval '1 month') AS month GROUP BY 1, 2, 3, 4, 5
  ), kept AS (
    DELETE FROM use_by_month WHERE ctid = ANY (ARRAY(
      SELECT k.ctid FROM use_by_month k JOIN changed c ON k.workspace_id = c.workspace_id AND k.month = c.month
        AND k.account_id IS NOT DISTINCT FROM c.account_id AND k.pipeline = c.pipeline
        AND k.instance_type IS NOT DISTINCT FROM c.instance_type
      FOR UPDATE OF k SKIP LOCKED))
    RETURNING *
  )
  INSERT INTO use_by_month SELECT workspace_id, account_id, pipeline, instance_type, month, sum(seconds)
  FROM (SELECT * FROM changed UNION ALL SELECT * FROM kept) each_part GROUP BY 1, 2, 3, 4, 5 HAVING sum(seconds) <> 0;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "take_use"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH changed AS MATERIALIZED (
    SELECT workspace_id, account_id, pipeline, instance_type, month::date AS month, -sum(greatest(0, extract(epoch FROM
      least(ended_at, (month + interval '1 month') AT TIME ZONE 'UTC') - greatest(started_at, month AT TIME ZONE 'UTC')))) AS seconds
    FROM old_rows CROSS JOIN LATERAL generate_series(date_trunc('month', started_at AT TIME ZONE 'UTC'),
      ended_at AT TIME ZONE 'UTC', interval '1 month') AS month GROUP BY 1, 2, 3, 4, 5
  ), kept AS (
    DELETE FROM use_by_month WHERE ctid = ANY (ARRAY(
      SELECT k.ctid FROM use_by_month k JOIN changed c ON k.workspace_id = c.workspace_id AND k.month = c.month
        AND k.account_id IS NOT DISTINCT FROM c.account_id AND k.pipeline = c.pipeline
        AND k.instance_type IS NOT DISTINCT FROM c.instance_type
      FOR UPDATE OF k SKIP LOCKED))
    RETURNING *
  )
  INSERT INTO use_by_month SELECT workspace_id, account_id, pipeline, instance_type, month, sum(seconds)
  FROM (SELECT * FROM changed UNION ALL SELECT * FROM kept) each_part GROUP BY 1, 2, 3, 4, 5 HAVING sum(seconds) <> 0;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "change_use"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH changed AS MATERIALIZED (
    SELECT workspace_id, account_id, pipeline, instance_type, month, sum(seconds) AS seconds
    FROM (
      SELECT workspace_id, account_id, pipeline, instance_type, month::date AS month, sum(greatest(0, extract(epoch FROM
      least(ended_at, (month + interval '1 month') AT TIME ZONE 'UTC') - greatest(started_at, month AT TIME ZONE 'UTC')))) AS seconds
    FROM new_rows CROSS JOIN LATERAL generate_series(date_trunc('month', started_at AT TIME ZONE 'UTC'),
      ended_at AT TIME ZONE 'UTC', interval '1 month') AS month GROUP BY 1, 2, 3, 4, 5
      UNION ALL
      SELECT workspace_id, account_id, pipeline, instance_type, month::date AS month, -sum(greatest(0, extract(epoch FROM
      least(ended_at, (month + interval '1 month') AT TIME ZONE 'UTC') - greatest(started_at, month AT TIME ZONE 'UTC')))) AS seconds
    FROM old_rows CROSS JOIN LATERAL generate_series(date_trunc('month', started_at AT TIME ZONE 'UTC'),
      ended_at AT TIME ZONE 'UTC', interval '1 month') AS month GROUP BY 1, 2, 3, 4, 5
    ) difference GROUP BY 1, 2, 3, 4, 5 HAVING sum(seconds) <> 0
  ), kept AS (
    DELETE FROM use_by_month WHERE ctid = ANY (ARRAY(
      SELECT k.ctid FROM use_by_month k JOIN changed c ON k.workspace_id = c.workspace_id AND k.month = c.month
        AND k.account_id IS NOT DISTINCT FROM c.account_id AND k.pipeline = c.pipeline
        AND k.instance_type IS NOT DISTINCT FROM c.instance_type
      FOR UPDATE OF k SKIP LOCKED))
    RETURNING *
  )
  INSERT INTO use_by_month SELECT workspace_id, account_id, pipeline, instance_type, month, sum(seconds)
  FROM (SELECT * FROM changed UNION ALL SELECT * FROM kept) each_part GROUP BY 1, 2, 3, 4, 5 HAVING sum(seconds) <> 0;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "run_usage_add" AFTER INSERT ON "run_usage"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "add_use"();--> statement-breakpoint
CREATE TRIGGER "run_usage_take" AFTER DELETE ON "run_usage"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "take_use"();--> statement-breakpoint
CREATE TRIGGER "run_usage_change" AFTER UPDATE ON "run_usage"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "change_use"();--> statement-breakpoint
INSERT INTO use_by_month (workspace_id, account_id, pipeline, instance_type, month, seconds)
SELECT * FROM (
    SELECT workspace_id, account_id, pipeline, instance_type, month::date AS month, sum(greatest(0, extract(epoch FROM
      least(ended_at, (month + interval '1 month') AT TIME ZONE 'UTC') - greatest(started_at, month AT TIME ZONE 'UTC')))) AS seconds
    FROM "run_usage" CROSS JOIN LATERAL generate_series(date_trunc('month', started_at AT TIME ZONE 'UTC'),
      ended_at AT TIME ZONE 'UTC', interval '1 month') AS month GROUP BY 1, 2, 3, 4, 5
) used WHERE seconds <> 0;

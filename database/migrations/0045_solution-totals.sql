CREATE TABLE "solution_totals" (
	"solution_id" uuid NOT NULL,
	"runs" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "solution_totals_solution" ON "solution_totals" USING btree ("solution_id");--> statement-breakpoint
-- As the other counts (0017): what changed, and the rows of the same key that no other transaction holds, become one row.
CREATE FUNCTION "count_runs_of_solutions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH changed AS MATERIALIZED (
    SELECT solution_id, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END AS runs FROM changed_rows GROUP BY 1
  ), kept AS (
    DELETE FROM solution_totals WHERE ctid = ANY (ARRAY(
      SELECT k.ctid FROM solution_totals k JOIN changed c ON k.solution_id = c.solution_id FOR UPDATE OF k SKIP LOCKED))
    RETURNING *
  )
  INSERT INTO solution_totals SELECT solution_id, sum(runs)
  FROM (SELECT * FROM changed UNION ALL SELECT * FROM kept) each_part GROUP BY 1 HAVING sum(runs) <> 0;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "runs_count_new_of_solutions" AFTER INSERT ON "runs"
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_runs_of_solutions"();--> statement-breakpoint
CREATE TRIGGER "runs_count_gone_of_solutions" AFTER DELETE ON "runs"
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_runs_of_solutions"();--> statement-breakpoint
INSERT INTO solution_totals (solution_id, runs) SELECT solution_id, count(*) FROM "runs" GROUP BY 1;

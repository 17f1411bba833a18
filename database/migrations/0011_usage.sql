CREATE TABLE "run_usage" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"account_id" uuid,
	"pipeline" text NOT NULL,
	"tier" text,
	"instance_type" text,
	"started_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"workspace_id" uuid NOT NULL,
	"path" text NOT NULL,
	"account_id" uuid,
	"bytes" bigint NOT NULL,
	"stored_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "uploads_workspace_id_path_pk" PRIMARY KEY("workspace_id","path")
);
--> statement-breakpoint
ALTER TABLE "run_usage" ADD CONSTRAINT "run_usage_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_usage" ADD CONSTRAINT "run_usage_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_usage_workspace" ON "run_usage" USING btree ("workspace_id","ended_at");--> statement-breakpoint
CREATE FUNCTION "keep_run_usage"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO run_usage (run_id, workspace_id, account_id, pipeline, tier, instance_type, started_at, ended_at)
  VALUES (NEW.id, NEW.workspace_id, NEW.created_by, NEW.pipeline, NEW.tier_given, NEW.instance_type,
    NEW.started_at, NEW.ended_at)
  ON CONFLICT (run_id) DO UPDATE SET tier = excluded.tier, instance_type = excluded.instance_type,
    started_at = excluded.started_at, ended_at = excluded.ended_at;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "runs_keep_usage" AFTER INSERT OR UPDATE OF "started_at", "ended_at", "tier_given", "instance_type" ON "runs"
  FOR EACH ROW WHEN (NEW.started_at IS NOT NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION "keep_run_usage"();--> statement-breakpoint
INSERT INTO "run_usage" (run_id, workspace_id, account_id, pipeline, tier, instance_type, started_at, ended_at)
SELECT id, workspace_id, created_by, pipeline, tier_given, instance_type, started_at, ended_at
FROM "runs" WHERE started_at IS NOT NULL AND ended_at IS NOT NULL;--> statement-breakpoint
-- What was put into uploads/ was as a rule an archive, which went when it was registered: nothing tells that any more.
INSERT INTO "uploads" (workspace_id, path, account_id, bytes, stored_at)
SELECT workspace_id, object_id, actor_id, (after ->> 'size')::bigint, at
FROM (
  SELECT DISTINCT ON (event.workspace_id, event.object_id)
    event.workspace_id, event.object_id, event.action, event.actor_id, event.after, event.at
  FROM "audit_events" event JOIN "workspaces" workspace ON workspace.id = event.workspace_id
  WHERE event.object_kind = 'object' AND event.object_id LIKE 'datasets/%'
  ORDER BY event.workspace_id, event.object_id, event.id DESC
) newest
WHERE action = 'object.write';

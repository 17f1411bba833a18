CREATE TABLE "package_sets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"tool" text NOT NULL,
	"file" text NOT NULL,
	"python" text NOT NULL,
	"packages" json NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "run_packages" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"set_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "package_sets" ADD CONSTRAINT "package_sets_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_packages" ADD CONSTRAINT "run_packages_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_packages" ADD CONSTRAINT "run_packages_set_id_package_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."package_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "package_sets_hash" ON "package_sets" USING btree ("workspace_id","hash");--> statement-breakpoint
CREATE INDEX "run_packages_set" ON "run_packages" USING btree ("set_id");
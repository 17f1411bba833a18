CREATE TABLE "data_set_contents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"size" bigint NOT NULL,
	"stored_by" uuid,
	"gone_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "data_set_files" (
	"version_id" uuid NOT NULL,
	"path" text collate "C" NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text,
	"object" text,
	"etag" text,
	CONSTRAINT "data_set_files_version_id_path_pk" PRIMARY KEY("version_id","path")
);
--> statement-breakpoint
CREATE TABLE "data_set_folders_due" (
	"workspace_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "data_set_uses" (
	"version_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"address" text NOT NULL,
	CONSTRAINT "data_set_uses_run_id_address_pk" PRIMARY KEY("run_id","address")
);
--> statement-breakpoint
CREATE TABLE "data_set_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"data_set_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"number" integer,
	"note" text DEFAULT '' NOT NULL,
	"files" integer DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"changes" json,
	"from_folder" text DEFAULT '' NOT NULL,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"touched_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "data_sets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"last_version" integer DEFAULT 0 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "data_set_contents" ADD CONSTRAINT "data_set_contents_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_set_contents" ADD CONSTRAINT "data_set_contents_stored_by_accounts_id_fk" FOREIGN KEY ("stored_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_set_files" ADD CONSTRAINT "data_set_files_version_id_data_set_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."data_set_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_set_folders_due" ADD CONSTRAINT "data_set_folders_due_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_set_uses" ADD CONSTRAINT "data_set_uses_version_id_data_set_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."data_set_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_set_uses" ADD CONSTRAINT "data_set_uses_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_set_versions" ADD CONSTRAINT "data_set_versions_data_set_id_data_sets_id_fk" FOREIGN KEY ("data_set_id") REFERENCES "public"."data_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_set_versions" ADD CONSTRAINT "data_set_versions_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_set_versions" ADD CONSTRAINT "data_set_versions_created_by_accounts_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_sets" ADD CONSTRAINT "data_sets_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_sets" ADD CONSTRAINT "data_sets_created_by_accounts_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "data_set_contents_sha256" ON "data_set_contents" USING btree ("workspace_id","sha256") WHERE gone_at is null;--> statement-breakpoint
CREATE INDEX "data_set_contents_gone" ON "data_set_contents" USING btree ("gone_at") WHERE gone_at is not null;--> statement-breakpoint
CREATE INDEX "data_set_files_sha256" ON "data_set_files" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "data_set_uses_version" ON "data_set_uses" USING btree ("version_id","run_id");--> statement-breakpoint
CREATE UNIQUE INDEX "data_set_versions_number" ON "data_set_versions" USING btree ("data_set_id","number");--> statement-breakpoint
CREATE INDEX "data_set_versions_workspace" ON "data_set_versions" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "data_set_versions_uploads" ON "data_set_versions" USING btree ("touched_at") WHERE number is null;--> statement-breakpoint
CREATE UNIQUE INDEX "data_sets_name" ON "data_sets" USING btree ("workspace_id",lower("name"));--> statement-breakpoint
CREATE INDEX "data_sets_created_at" ON "data_sets" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
CREATE INDEX "data_sets_updated_at" ON "data_sets" USING btree ("workspace_id","updated_at","id");--> statement-breakpoint
INSERT INTO "data_set_folders_due" ("workspace_id") SELECT "id" FROM "workspaces" ON CONFLICT DO NOTHING;

CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"login_type" text NOT NULL,
	"username" text NOT NULL,
	"display_name" text NOT NULL,
	"email" text,
	"company" text,
	"department" text,
	"role" text NOT NULL,
	"password_hash" text,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"login_fail_count" integer DEFAULT 0 NOT NULL,
	"locked_at" timestamp(3) with time zone,
	"last_login_at" timestamp(3) with time zone,
	"deleted_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "address_failures" (
	"address" text NOT NULL,
	"key" "bytea" NOT NULL,
	"failed_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "address_failures_address_key_pk" PRIMARY KEY("address","key")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"actor" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"reply" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_actor_key_pk" PRIMARY KEY("actor","key")
);
--> statement-breakpoint
CREATE TABLE "installation_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "one_time_links" (
	"secret_hash" "bytea" PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"account_id" uuid,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"address" text NOT NULL,
	"user_agent" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shadow_logins" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"login_fail_count" integer NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"address" text,
	"request_id" text,
	"action" text NOT NULL,
	"object_kind" text NOT NULL,
	"object_id" text NOT NULL,
	"object_name" text NOT NULL,
	"workspace_id" uuid,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"solution_id" uuid NOT NULL,
	"solution_version_id" uuid NOT NULL,
	"instance_id" uuid NOT NULL,
	"stream_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"pipeline" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"raw" json,
	"exit_code" integer,
	"attempt" integer DEFAULT 1 NOT NULL,
	"owner" text,
	"lease_until" timestamp(3) with time zone,
	"submitted" boolean DEFAULT false NOT NULL,
	"stop_requested_at" timestamp(3) with time zone,
	"stop_requested_by" uuid,
	"tier_asked" text NOT NULL,
	"tier_given" text,
	"instance_type" text,
	"asked_cpu" double precision NOT NULL,
	"asked_memory_mib" integer NOT NULL,
	"asked_gpu" integer DEFAULT 0 NOT NULL,
	"granted_cpu" double precision,
	"granted_memory_mib" integer,
	"granted_gpu" integer,
	"parameters" json NOT NULL,
	"dataset_uri" json NOT NULL,
	"metadata_json" json NOT NULL,
	"model_from" uuid,
	"retry_of" uuid,
	"model_number" integer,
	"metrics" json DEFAULT '{}'::json NOT NULL,
	"progress" json,
	"stored" boolean DEFAULT false NOT NULL,
	"artifact_bytes" bigint DEFAULT 0 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "instances" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"solution_id" uuid NOT NULL,
	"solution_version_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"tags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"modes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"execution_specs" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"train_resource" text,
	"metadata_json" json,
	"draft" boolean DEFAULT false NOT NULL,
	"coupled" boolean DEFAULT false NOT NULL,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "solution_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"solution_id" uuid NOT NULL,
	"version_num" integer NOT NULL,
	"metadata_json" json NOT NULL,
	"pipelines" text[] NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "solutions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"name" text NOT NULL,
	"last_version" integer DEFAULT 0 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "streams" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"instance_id" uuid NOT NULL,
	"name" text NOT NULL,
	"parameters" json DEFAULT '{}'::json NOT NULL,
	"run_count" integer DEFAULT 0 NOT NULL,
	"model_count" integer DEFAULT 0 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "members" (
	"workspace_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "members_workspace_id_account_id_pk" PRIMARY KEY("workspace_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" serial NOT NULL,
	"name" text NOT NULL,
	"s3_bucket_name" text NOT NULL,
	"dashboard_hash" text,
	"edge_conductor_url" text,
	"execution_specs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"last_solution_seq" integer DEFAULT 0 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "one_time_links" ADD CONSTRAINT "one_time_links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_solution_id_solutions_id_fk" FOREIGN KEY ("solution_id") REFERENCES "public"."solutions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_solution_version_id_solution_versions_id_fk" FOREIGN KEY ("solution_version_id") REFERENCES "public"."solution_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_instance_id_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_stream_id_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."streams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_stop_requested_by_accounts_id_fk" FOREIGN KEY ("stop_requested_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_created_by_accounts_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instances" ADD CONSTRAINT "instances_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instances" ADD CONSTRAINT "instances_solution_id_solutions_id_fk" FOREIGN KEY ("solution_id") REFERENCES "public"."solutions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instances" ADD CONSTRAINT "instances_solution_version_id_solution_versions_id_fk" FOREIGN KEY ("solution_version_id") REFERENCES "public"."solution_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instances" ADD CONSTRAINT "instances_created_by_accounts_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "solution_versions" ADD CONSTRAINT "solution_versions_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "solution_versions" ADD CONSTRAINT "solution_versions_solution_id_solutions_id_fk" FOREIGN KEY ("solution_id") REFERENCES "public"."solutions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "solution_versions" ADD CONSTRAINT "solution_versions_created_by_accounts_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "solutions" ADD CONSTRAINT "solutions_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "solutions" ADD CONSTRAINT "solutions_created_by_accounts_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "streams" ADD CONSTRAINT "streams_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "streams" ADD CONSTRAINT "streams_instance_id_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "streams" ADD CONSTRAINT "streams_created_by_accounts_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_created_by_accounts_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_username" ON "accounts" USING btree (lower("username")) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "accounts_display_name" ON "accounts" USING btree (lower("display_name"),"id");--> statement-breakpoint
CREATE INDEX "address_failures_failed_at" ON "address_failures" USING btree ("failed_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sessions_account_id" ON "sessions" USING btree ("account_id","last_seen_at");--> statement-breakpoint
CREATE INDEX "shadow_logins_updated_at" ON "shadow_logins" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "audit_events_workspace" ON "audit_events" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "audit_events_object" ON "audit_events" USING btree ("object_kind","object_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "runs_number" ON "runs" USING btree ("stream_id","number");--> statement-breakpoint
CREATE INDEX "runs_workspace" ON "runs" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_stream" ON "runs" USING btree ("stream_id","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_instance" ON "runs" USING btree ("instance_id","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_solution" ON "runs" USING btree ("solution_id","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_version" ON "runs" USING btree ("solution_version_id");--> statement-breakpoint
CREATE INDEX "runs_live" ON "runs" USING btree ("created_at","id") WHERE state in ('queued', 'starting', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "instances_name" ON "instances" USING btree ("workspace_id",lower("name"));--> statement-breakpoint
CREATE INDEX "instances_version" ON "instances" USING btree ("solution_version_id");--> statement-breakpoint
CREATE INDEX "instances_solution" ON "instances" USING btree ("solution_id");--> statement-breakpoint
CREATE INDEX "instances_created_at" ON "instances" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "solution_versions_number" ON "solution_versions" USING btree ("solution_id","version_num");--> statement-breakpoint
CREATE INDEX "solution_versions_created_at" ON "solution_versions" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "solutions_name" ON "solutions" USING btree ("workspace_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "solutions_seq" ON "solutions" USING btree ("workspace_id","seq");--> statement-breakpoint
CREATE INDEX "solutions_updated_at" ON "solutions" USING btree ("workspace_id","updated_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "streams_name" ON "streams" USING btree ("instance_id",lower("name"));--> statement-breakpoint
CREATE INDEX "streams_created_at" ON "streams" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
CREATE INDEX "members_account" ON "members" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "workspaces_number" ON "workspaces" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "workspaces_name" ON "workspaces" USING btree ("name");--> statement-breakpoint
CREATE UNIQUE INDEX "workspaces_bucket" ON "workspaces" USING btree ("s3_bucket_name");--> statement-breakpoint
CREATE INDEX "workspaces_created_at" ON "workspaces" USING btree ("created_at","id");
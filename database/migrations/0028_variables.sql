CREATE TABLE "run_secrets" (
	"run_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"sealed" "bytea" NOT NULL,
	"key_id" text NOT NULL,
	CONSTRAINT "run_secrets_run_id_attempt_pk" PRIMARY KEY("run_id","attempt")
);
--> statement-breakpoint
CREATE TABLE "variables" (
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"secret" boolean NOT NULL,
	"value" text,
	"sealed" "bytea",
	"key_id" text,
	"size" integer NOT NULL,
	"solutions" uuid[] DEFAULT '{}' NOT NULL,
	"in_environment" boolean DEFAULT false NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "variables_workspace_id_name_pk" PRIMARY KEY("workspace_id","name"),
	CONSTRAINT "variables_kind" CHECK (case when "variables"."secret" then "variables"."value" is null and "variables"."sealed" is not null and "variables"."key_id" is not null
        else "variables"."value" is not null and "variables"."sealed" is null and "variables"."key_id" is null end)
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "variables" json DEFAULT '{}'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "given_variables" json;--> statement-breakpoint
ALTER TABLE "run_secrets" ADD CONSTRAINT "run_secrets_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variables" ADD CONSTRAINT "variables_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variables" ADD CONSTRAINT "variables_updated_by_accounts_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "variables_updated" ON "variables" USING btree ("workspace_id","updated_at","name");
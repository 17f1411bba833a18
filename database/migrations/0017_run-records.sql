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
CREATE UNIQUE INDEX "run_views_name" ON "run_views" USING btree ("workspace_id","account_id",lower("name"));--> statement-breakpoint
CREATE INDEX "runs_started" ON "runs" USING btree ("workspace_id","started_at","id");--> statement-breakpoint
CREATE INDEX "runs_ended" ON "runs" USING btree ("workspace_id","ended_at","id");--> statement-breakpoint
CREATE INDEX "runs_states" ON "runs" USING btree ("workspace_id","state","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_person" ON "runs" USING btree ("workspace_id","created_by","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_failure" ON "runs" USING btree ("workspace_id","failure_key","created_at","id") WHERE failure_key is not null;--> statement-breakpoint
CREATE INDEX "runs_models" ON "runs" USING btree ("workspace_id","created_at","id") WHERE model_number is not null;
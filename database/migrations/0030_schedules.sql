CREATE TABLE "schedule_times" (
	"schedule_id" uuid NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"outcome" text NOT NULL,
	"run_id" uuid,
	"detail" text DEFAULT '' NOT NULL,
	"earlier_missed" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "schedule_times_schedule_id_due_at_pk" PRIMARY KEY("schedule_id","due_at")
);
--> statement-breakpoint
CREATE TABLE "schedules" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"stream_id" uuid NOT NULL,
	"pipeline" text NOT NULL,
	"model_from" text,
	"cron" text NOT NULL,
	"time_zone" text NOT NULL,
	"when_missed" text NOT NULL,
	"when_running" text NOT NULL,
	"active" boolean NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"next_at" timestamp(3) with time zone,
	"run_as" uuid NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "schedule_id" uuid;--> statement-breakpoint
ALTER TABLE "schedule_times" ADD CONSTRAINT "schedule_times_schedule_id_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_stream_id_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."streams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_run_as_accounts_id_fk" FOREIGN KEY ("run_as") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_created_by_accounts_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "schedule_times_waiting" ON "schedule_times" USING btree ("schedule_id") WHERE outcome = 'waiting';--> statement-breakpoint
CREATE INDEX "schedules_due" ON "schedules" USING btree ("next_at") WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX "schedules_workspace" ON "schedules" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
CREATE INDEX "schedules_stream" ON "schedules" USING btree ("stream_id","created_at","id");--> statement-breakpoint
CREATE INDEX "schedules_run_as" ON "schedules" USING btree ("run_as");--> statement-breakpoint
CREATE INDEX "runs_schedule" ON "runs" USING btree ("schedule_id","created_at") WHERE schedule_id is not null;
CREATE TABLE "access_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"workspace_name" text NOT NULL,
	"role" text NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "ends_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "access_requests" ADD CONSTRAINT "access_requests_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_requests" ADD CONSTRAINT "access_requests_decided_by_accounts_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "access_requests_open" ON "access_requests" USING btree ("account_id","workspace_name") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "access_requests_account" ON "access_requests" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "access_requests_workspace" ON "access_requests" USING btree ("workspace_name","created_at");--> statement-breakpoint
CREATE INDEX "members_ends_at" ON "members" USING btree ("ends_at") WHERE ends_at is not null;--> statement-breakpoint
CREATE VIEW "public"."current_members" AS (select "workspace_id", "account_id", "role", "created_at", "ends_at" from "members" where "members"."ends_at" is null or "members"."ends_at" > statement_timestamp());
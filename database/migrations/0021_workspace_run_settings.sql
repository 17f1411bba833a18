ALTER TABLE "workspaces" ADD COLUMN "network" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "queue" text;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "pending_limit_minutes" integer;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "system_user" text;
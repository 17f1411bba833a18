ALTER TABLE "workspaces" ADD COLUMN "quotas" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "members_may_only_look" boolean DEFAULT false NOT NULL;
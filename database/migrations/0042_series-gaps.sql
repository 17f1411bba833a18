ALTER TABLE "run_series" ALTER COLUMN "last" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "run_series" ADD COLUMN "gaps" json DEFAULT '[]'::json NOT NULL;
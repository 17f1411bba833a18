ALTER TABLE "package_sets" ADD COLUMN "requires_python" text;--> statement-breakpoint
ALTER TABLE "run_packages" ADD COLUMN "fetched" json;
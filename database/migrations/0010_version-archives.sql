CREATE TABLE "version_archives" (
	"solution_version_id" uuid NOT NULL,
	"pipeline" text NOT NULL,
	"run_id" uuid NOT NULL,
	"ended_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "version_archives_solution_version_id_pipeline_pk" PRIMARY KEY("solution_version_id","pipeline")
);
--> statement-breakpoint
ALTER TABLE "version_archives" ADD CONSTRAINT "version_archives_solution_version_id_solution_versions_id_fk" FOREIGN KEY ("solution_version_id") REFERENCES "public"."solution_versions"("id") ON DELETE cascade ON UPDATE no action;
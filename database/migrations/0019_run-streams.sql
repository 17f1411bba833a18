ALTER TABLE "run_figures" ADD COLUMN "stream_id" uuid;--> statement-breakpoint
ALTER TABLE "run_parameters" ADD COLUMN "stream_id" uuid;--> statement-breakpoint
ALTER TABLE "run_stars" ADD COLUMN "stream_id" uuid;--> statement-breakpoint
ALTER TABLE "run_tags" ADD COLUMN "stream_id" uuid;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "take_from_run"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT created_at, workspace_id, stream_id INTO NEW.run_created_at, NEW.workspace_id, NEW.stream_id
    FROM runs WHERE id = NEW.run_id;
  RETURN NEW;
END;
$$;--> statement-breakpoint
UPDATE "run_figures" SET "stream_id" = "runs"."stream_id" FROM "runs" WHERE "id" = "run_id";--> statement-breakpoint
UPDATE "run_parameters" SET "stream_id" = "runs"."stream_id" FROM "runs" WHERE "id" = "run_id";--> statement-breakpoint
UPDATE "run_tags" SET "stream_id" = "runs"."stream_id" FROM "runs" WHERE "id" = "run_id";--> statement-breakpoint
UPDATE "run_stars" SET "stream_id" = "runs"."stream_id" FROM "runs" WHERE "id" = "run_id";--> statement-breakpoint
CREATE INDEX "run_figures_stream" ON "run_figures" USING btree ("stream_id","name","value");--> statement-breakpoint
CREATE INDEX "run_parameters_stream_number" ON "run_parameters" USING btree ("stream_id","name","number");--> statement-breakpoint
CREATE INDEX "run_parameters_stream_word" ON "run_parameters" USING btree ("stream_id","name","word");--> statement-breakpoint
CREATE INDEX "run_stars_stream" ON "run_stars" USING btree ("account_id","stream_id");--> statement-breakpoint
CREATE INDEX "run_tags_stream" ON "run_tags" USING btree ("stream_id","tag");

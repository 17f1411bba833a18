DROP INDEX "run_parameters_value";--> statement-breakpoint
DROP INDEX "run_figures_value";--> statement-breakpoint
DROP INDEX "run_parameters_number";--> statement-breakpoint
DROP INDEX "run_tags_tag";--> statement-breakpoint
ALTER TABLE "run_figures" ADD COLUMN "run_created_at" timestamp(3) with time zone DEFAULT 'epoch' NOT NULL;--> statement-breakpoint
ALTER TABLE "run_parameters" ADD COLUMN "word" text GENERATED ALWAYS AS (left(value, 200)) STORED;--> statement-breakpoint
ALTER TABLE "run_parameters" ADD COLUMN "run_created_at" timestamp(3) with time zone DEFAULT 'epoch' NOT NULL;--> statement-breakpoint
ALTER TABLE "run_stars" ADD COLUMN "workspace_id" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL;--> statement-breakpoint
ALTER TABLE "run_stars" ADD COLUMN "run_created_at" timestamp(3) with time zone DEFAULT 'epoch' NOT NULL;--> statement-breakpoint
ALTER TABLE "run_tags" ADD COLUMN "run_created_at" timestamp(3) with time zone DEFAULT 'epoch' NOT NULL;--> statement-breakpoint
UPDATE "run_figures" SET "run_created_at" = "created_at" FROM "runs" WHERE "id" = "run_id";--> statement-breakpoint
UPDATE "run_parameters" SET "run_created_at" = "created_at" FROM "runs" WHERE "id" = "run_id";--> statement-breakpoint
UPDATE "run_tags" SET "run_created_at" = "created_at" FROM "runs" WHERE "id" = "run_id";--> statement-breakpoint
UPDATE "run_stars" SET "run_created_at" = "created_at", "workspace_id" = "runs"."workspace_id" FROM "runs" WHERE "id" = "run_id";--> statement-breakpoint
CREATE FUNCTION "take_from_run"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT created_at, workspace_id INTO NEW.run_created_at, NEW.workspace_id FROM runs WHERE id = NEW.run_id;
  RETURN NEW;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "run_figures_take_from_run" BEFORE INSERT ON "run_figures"
  FOR EACH ROW EXECUTE FUNCTION "take_from_run"();--> statement-breakpoint
CREATE TRIGGER "run_parameters_take_from_run" BEFORE INSERT ON "run_parameters"
  FOR EACH ROW EXECUTE FUNCTION "take_from_run"();--> statement-breakpoint
CREATE TRIGGER "run_tags_take_from_run" BEFORE INSERT ON "run_tags"
  FOR EACH ROW EXECUTE FUNCTION "take_from_run"();--> statement-breakpoint
CREATE TRIGGER "run_stars_take_from_run" BEFORE INSERT ON "run_stars"
  FOR EACH ROW EXECUTE FUNCTION "take_from_run"();--> statement-breakpoint
CREATE INDEX "run_parameters_word" ON "run_parameters" USING btree ("workspace_id","name","word","run_id","run_created_at");--> statement-breakpoint
CREATE INDEX "run_stars_account" ON "run_stars" USING btree ("account_id","workspace_id","run_id","run_created_at");--> statement-breakpoint
CREATE INDEX "runs_place" ON "runs" USING btree ("id","workspace_id","created_at","stream_id","instance_id");--> statement-breakpoint
CREATE INDEX "run_figures_value" ON "run_figures" USING btree ("workspace_id","name","value","run_id","run_created_at");--> statement-breakpoint
CREATE INDEX "run_parameters_number" ON "run_parameters" USING btree ("workspace_id","name","number","run_id","run_created_at");--> statement-breakpoint
CREATE INDEX "run_tags_tag" ON "run_tags" USING btree ("workspace_id","tag","run_id","run_created_at");

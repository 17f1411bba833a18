DROP INDEX "solutions_train";--> statement-breakpoint
DROP INDEX "solutions_inference";--> statement-breakpoint
CREATE INDEX "solutions_train" ON "solutions" USING btree ("workspace_id","updated_at","id","created_by") WHERE pipelines @> '{train}';--> statement-breakpoint
CREATE INDEX "solutions_inference" ON "solutions" USING btree ("workspace_id","updated_at","id","created_by") WHERE pipelines @> '{inference}';
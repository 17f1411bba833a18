CREATE INDEX "runs_state" ON "runs" USING btree ("instance_id","state");--> statement-breakpoint
CREATE INDEX "runs_model" ON "runs" USING btree ("stream_id","model_number") WHERE model_number is not null;--> statement-breakpoint
CREATE INDEX "instances_updated_at" ON "instances" USING btree ("workspace_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "streams_updated_at" ON "streams" USING btree ("workspace_id","updated_at","id");
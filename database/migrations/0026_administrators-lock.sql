DROP INDEX "accounts_counted";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "locked_by_admin_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "accounts_counted" ON "accounts" USING btree ("role","login_type","login_fail_count","locked_by_admin_at","last_login_at","unlocked_at","created_at") WHERE deleted_at is null;
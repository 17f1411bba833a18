DROP INDEX "accounts_email";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(username || E'\n' || display_name || E'\n' || coalesce(email, '') || E'\n' ||
  coalesce(company, '') || E'\n' || coalesce(department, ''))) STORED;--> statement-breakpoint
CREATE INDEX "accounts_company" ON "accounts" USING btree (lower("company") nulls first,"id");--> statement-breakpoint
CREATE INDEX "accounts_department" ON "accounts" USING btree (lower("department") nulls first,"id");--> statement-breakpoint
CREATE INDEX "accounts_last_login_at" ON "accounts" USING btree ("last_login_at" nulls first,"id");--> statement-breakpoint
CREATE INDEX "accounts_email" ON "accounts" USING btree (lower("email") nulls first,"id");--> statement-breakpoint
-- A try of a login changes its row in place, without touching the indexes.
ALTER TABLE "accounts" SET (fillfactor = 70);

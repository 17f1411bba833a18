ALTER TABLE "accounts" ADD COLUMN "oidc_issuer" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "oidc_subject" text;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "source" text DEFAULT 'direct' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_oidc_identity" ON "accounts" USING btree ("oidc_issuer","oidc_subject") WHERE oidc_subject is not null;
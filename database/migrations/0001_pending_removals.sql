CREATE TABLE "pending_removals" (
	"bucket" text NOT NULL,
	"prefix" text NOT NULL,
	"not_before" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pending_removals_bucket_prefix_pk" PRIMARY KEY("bucket","prefix")
);
--> statement-breakpoint
CREATE INDEX "pending_removals_not_before" ON "pending_removals" USING btree ("not_before");
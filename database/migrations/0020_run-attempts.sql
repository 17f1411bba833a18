CREATE TABLE "attempt_chunks" (
	"file_id" uuid NOT NULL,
	"begins" bigint NOT NULL,
	"size" integer NOT NULL,
	"object" text NOT NULL,
	CONSTRAINT "attempt_chunks_file_id_begins_pk" PRIMARY KEY("file_id","begins")
);
--> statement-breakpoint
CREATE TABLE "attempt_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"attempt_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"path" text NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"modified_at" timestamp(3) with time zone NOT NULL,
	"tail" "bytea" DEFAULT ''::bytea NOT NULL,
	"version" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attempt_tokens" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"attempt_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace" text NOT NULL,
	"run" text NOT NULL,
	"attempt" integer NOT NULL,
	"bucket" text NOT NULL,
	"prefix" text NOT NULL,
	"spec" json NOT NULL,
	"said" json NOT NULL,
	"left_out" json DEFAULT '[]'::json NOT NULL
);
--> statement-breakpoint
ALTER TABLE "attempt_chunks" ADD CONSTRAINT "attempt_chunks_file_id_attempt_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."attempt_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempt_files" ADD CONSTRAINT "attempt_files_attempt_id_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempt_tokens" ADD CONSTRAINT "attempt_tokens_attempt_id_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "attempt_files_path" ON "attempt_files" USING btree ("attempt_id","kind",md5("path"));--> statement-breakpoint
CREATE INDEX "attempt_tokens_attempt" ON "attempt_tokens" USING btree ("attempt_id");--> statement-breakpoint
CREATE UNIQUE INDEX "attempts_run" ON "attempts" USING btree ("run","attempt","workspace");
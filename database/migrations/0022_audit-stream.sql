CREATE TABLE "audit_streams" (
	"name" text PRIMARY KEY NOT NULL,
	"delivered" bigint DEFAULT 0 NOT NULL,
	"owner" text NOT NULL,
	"lease_until" timestamp(3) with time zone NOT NULL,
	"trouble" text
);

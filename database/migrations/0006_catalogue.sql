CREATE TABLE "solution_ratings" (
	"solution_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"stars" integer NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "solution_ratings_solution_id_account_id_pk" PRIMARY KEY("solution_id","account_id"),
	CONSTRAINT "solution_ratings_stars" CHECK ("solution_ratings"."stars" between 1 and 5)
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "preferences" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "solutions" ADD COLUMN "rating_mean" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "solutions" ADD COLUMN "rating_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "solution_ratings" ADD CONSTRAINT "solution_ratings_solution_id_solutions_id_fk" FOREIGN KEY ("solution_id") REFERENCES "public"."solutions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "solution_ratings" ADD CONSTRAINT "solution_ratings_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "solutions_rating" ON "solutions" USING btree ("workspace_id","rating_mean","id");
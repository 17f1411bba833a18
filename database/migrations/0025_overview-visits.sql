CREATE TABLE "overview_visits" (
	"workspace_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"since" timestamp(3) with time zone,
	"seen_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "overview_visits_account_id_workspace_id_pk" PRIMARY KEY("account_id","workspace_id")
);
--> statement-breakpoint
ALTER TABLE "overview_visits" ADD CONSTRAINT "overview_visits_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "overview_visits" ADD CONSTRAINT "overview_visits_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
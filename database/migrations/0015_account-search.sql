-- As of solutions (0009): a search among ten thousand accounts read every one of them.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "accounts_search_text" ON "accounts" USING gin ("search_text" gin_trgm_ops)
    WITH (gin_pending_list_limit = 256);
EXCEPTION WHEN undefined_file OR feature_not_supported OR insufficient_privilege THEN
  NULL;
END;
$$;

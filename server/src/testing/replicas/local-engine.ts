import { createEngineClient } from './engine-client.ts'

/** Stands in a server's process where the local engine would: see start-replicas.ts. */
export const createLocalEngine = () => createEngineClient(process.env.ENGINE_SOCKET ?? '')

import { createEngineClient } from './engine-client.ts'

/** Replaces the local engine in a server's process: see start-replicas.ts. */
export const createLocalEngine = () => createEngineClient(process.env.ENGINE_SOCKET ?? '')

import * as z from 'zod/mini'
import { route } from '../wire/route.ts'

export const readInstanceType = route({
  id: 'readInstanceType',
  method: 'GET',
  path: '/api/v1/workspaces/instance/info',
  summary: 'What an instance type offers, and the source that names it',
  allow: 'instance-type.read',
  scope: 'none',
  reads: [],
  query: z.object({
    instance_type: z.string().check(z.maxLength(200), z.describe('The name of an instance type')),
  }),
  reply: z.object({
    instance_type: z.string(),
    vcpu: z.number(),
    memory_gib: z.number(),
    gpu_count: z.number(),
    gpu_name: z.string(),
    source: z.string(),
    /** present if the administrator's file names a price */
    price_per_hour: z.optional(z.number()),
    currency: z.optional(z.string()),
  }),
  errors: ['INSTANCE_TYPE.UNKNOWN'],
})

import { describeAttempts } from '../attempts-conformance.ts'
import { createMemoryAttempts } from './memory-attempts.ts'

describeAttempts('memory', async () => {
  const attempts = createMemoryAttempts()
  return { attempts, elsewhere: attempts, close: async () => undefined }
})

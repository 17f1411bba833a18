import { describeObjectStore } from './conformance.ts'
import { createMemoryStore } from './memory.ts'

describeObjectStore('objects in memory', createMemoryStore)

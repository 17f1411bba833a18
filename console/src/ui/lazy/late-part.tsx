export { lazyPart as latePart } from './lazy.tsx'

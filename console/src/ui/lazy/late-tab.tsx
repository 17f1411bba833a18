export { lazyTab as lateTab } from './lazy.tsx'

export { lazyDialog as lateDialog } from '../lazy/lazy.tsx'

export { useRenameMany } from './useRenameMany.tsx'

export { levelChangeText } from './levelChange.ts'
export { usePermissions } from './usePermissions.tsx'

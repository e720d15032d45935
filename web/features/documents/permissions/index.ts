export { usePermissions } from './usePermissions.tsx'

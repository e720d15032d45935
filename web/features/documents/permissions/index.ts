export { type PermissionEditing, usePermissions } from './usePermissions.tsx'

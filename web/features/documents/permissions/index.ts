export { levelChangeText } from './LevelDifferenceContent.tsx'
export { usePermissions } from './usePermissions.tsx'

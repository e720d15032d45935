export { useVersions } from './useVersions.tsx'

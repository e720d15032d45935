/** Documents as a zip that is made in the background. */
export { useMyZips, useZip } from './useZip.tsx'

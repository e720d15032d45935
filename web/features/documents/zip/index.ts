/** Documents as a zip that is made in the background. */
export { useMyZips, useZip, zipEntry } from './useZip.tsx'

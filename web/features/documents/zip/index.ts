/** Documents as a zip that is made in the background. */
export { useZip, zipEntry } from './useZip.tsx'
